#include "vgpu/exec/trace/clock_readings.h"

#include <algorithm>

namespace warpscope::exec {
namespace {

/// Of a read behind which there is no other: a turn of a loop that waits by the clock.
constexpr std::uint64_t kUsualStep = 40;
/// So many reads tell how fast the clock goes for a warp.
constexpr std::size_t kReadsOfStep = 16;

std::uint64_t step_of(const ClockReadings::Warp& reads) {
  const std::size_t steps = std::min(reads.size() - 1, kReadsOfStep);
  if (steps == 0) return kUsualStep;
  return std::max<std::uint64_t>((reads.back() - reads[reads.size() - 1 - steps]) / steps, 1);
}

}  // namespace

void ClockReadings::fill() {
  for (auto& [number, block] : blocks_) {
    for (Warp& reads : block.warps) {
      // A warp's clock does not go back, whatever the order of its lanes' ways.
      for (std::size_t i = 1; i < reads.size(); ++i)
        if (reads[i] == 0) reads[i] = reads[i - 1];
    }
  }
}

const ClockReadings::Block* ClockReadings::like(std::uint64_t block) const {
  if (blocks_.empty()) return nullptr;
  auto found = blocks_.upper_bound(block);
  if (found != blocks_.begin() && std::prev(found)->first == block)
    return &std::prev(found)->second;
  // Of the same row of the grid, or of the last one before that, which the SMs had at a time.
  const std::uint64_t last = found == blocks_.begin() ? found->first : std::prev(found)->first;
  const auto first = blocks_.lower_bound(last / blocks_apart_ * blocks_apart_);
  const auto behind = blocks_.upper_bound(last);
  const auto count = static_cast<std::uint64_t>(std::distance(first, behind));
  const auto which = block % blocks_apart_ % count;
  return &std::next(first, static_cast<std::ptrdiff_t>(which))->second;
}

std::uint64_t ClockReadings::at(std::uint64_t block, std::uint32_t warp, std::uint64_t read) const {
  const Block* of = like(block);
  if (of == nullptr || warp >= of->warps.size() || of->warps[warp].empty())
    return (read + 1) * kUsualStep;
  const Warp& reads = of->warps[warp];
  if (read < reads.size()) return reads[read];
  return reads.back() + (read + 1 - reads.size()) * step_of(reads);
}

std::uint64_t ClockReadings::largest_difference(const ClockReadings& shown) const {
  std::uint64_t largest = 0;
  for (const auto& [number, block] : blocks_) {
    for (std::uint32_t warp = 0; warp < block.warps.size(); ++warp) {
      for (std::size_t i = 0; i < block.warps[warp].size(); ++i) {
        const std::uint64_t is = block.warps[warp][i];
        const std::uint64_t was = shown.at(number, warp, i);
        largest = std::max(largest, std::max(is, was) - std::min(is, was));
      }
    }
  }
  return largest;
}

}  // namespace warpscope::exec
