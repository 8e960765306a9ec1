#include "vgpu/exec/access/footprint.h"

#include <bit>

namespace warpscope::exec {
namespace {

std::uint64_t count_ones(const std::vector<std::uint64_t>& words) {
  std::uint64_t total = 0;
  for (const std::uint64_t word : words) total += static_cast<std::uint64_t>(std::popcount(word));
  return total;
}

}  // namespace

Footprint::Bitmaps& Footprint::of(const memory::Allocation& allocation) {
  Bitmaps& maps = by_allocation_[allocation.id];
  if (maps.read.empty()) {
    const std::uint64_t sectors = (allocation.size_bytes + 31) / 32;
    maps.read.resize(sectors / 64 + 1);
    maps.written.resize(sectors / 64 + 1);
  }
  return maps;
}

void Footprint::merge(const Footprint& other) {
  const auto take_in = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
    for (std::size_t i = 0; i < from.size(); ++i) to[i] |= from[i];
  };
  for (const auto& [id, theirs] : other.by_allocation_) {
    const auto [ours, is_new] = by_allocation_.try_emplace(id, theirs);
    if (is_new) continue;
    take_in(ours->second.read, theirs.read);
    take_in(ours->second.written, theirs.written);
  }
}

std::uint64_t Footprint::count_read_sectors() const {
  std::uint64_t total = 0;
  for (const auto& [id, maps] : by_allocation_) total += count_ones(maps.read);
  return total;
}

std::uint64_t Footprint::count_read_granules() const {
  constexpr std::uint64_t kEvenBits = 0x5555'5555'5555'5555;
  std::uint64_t total = 0;
  for (const auto& [id, maps] : by_allocation_) {
    for (const std::uint64_t word : maps.read) {
      total += static_cast<std::uint64_t>(std::popcount((word | word >> 1) & kEvenBits));
    }
  }
  return total;
}

std::uint64_t Footprint::count_written_sectors() const {
  std::uint64_t total = 0;
  for (const auto& [id, maps] : by_allocation_) total += count_ones(maps.written);
  return total;
}

}  // namespace warpscope::exec
