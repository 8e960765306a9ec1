#include "vgpu/timing/clock/dram.h"

#include <algorithm>

#include "vgpu/timing/clock/line_cache.h"

namespace warpscope::timing {
namespace {

constexpr std::uint64_t kLateOf = 1024;

/// Where a line is, as good as drawn; the same each time. SplitMix64 (Steele et al., OOPSLA 2014).
std::uint64_t mixed(std::uint64_t line) {
  std::uint64_t z = line + 0x9E3779B97F4A7C15ULL;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
  return z ^ z >> 31;
}

/// Of the half that is nearer: all together have latency_cycles in the mean.
double near_cycles(const arch::ClockFigures::Dram& figures) {
  return std::max(0.0, figures.latency_cycles - figures.halves_apart_cycles / 2 -
                           figures.late_share * figures.late_cycles);
}

}  // namespace

Dram::Dram(const arch::Profile& profile, double share)
    : bytes_(profile.memory.dram_bytes_per_s * profile.memory.dram_efficiency /
                 profile.sm.clock_hz * share,
             kSharedStretches),
      peak_bytes_per_cycle_(profile.memory.dram_bytes_per_s / profile.sm.clock_hz * share),
      row_bytes_(profile.clock.dram.row_bytes),
      row_open_bytes_(static_cast<std::uint64_t>(profile.clock.dram.row_open_bytes)),
      open_rows_(profile.clock.dram.banks, ~std::uint64_t{0}),
      near_(ticks_of(near_cycles(profile.clock.dram))),
      far_(near_ + ticks_of(profile.clock.dram.halves_apart_cycles)),
      late_(ticks_of(profile.clock.dram.late_cycles)),
      page_walk_(ticks_of(profile.clock.dram.page_walk_cycles)),
      lates_(static_cast<std::uint64_t>(profile.clock.dram.late_share * kLateOf)),
      page_bytes_(profile.clock.dram.page_bytes) {}

Ticks Dram::latency_of(std::uint64_t address) const {
  const std::uint64_t drawn = mixed(address / kLineBytes);
  return ((drawn & 1) != 0 ? far_ : near_) + (drawn / 2 % kLateOf < lates_ ? late_ : 0);
}

Ticks Dram::translate(std::uint64_t address, Ticks at) {
  const auto [page, is_new] = pages_.try_emplace(address / page_bytes_, at + page_walk_);
  return std::max(at, page->second);
}

Ticks Dram::read(std::uint64_t address, std::uint64_t bytes, Ticks at) {
  const std::uint64_t row = address / row_bytes_;
  std::uint64_t& open = open_rows_[(row * 0x9E3779B97F4A7C15ULL >> 32) % open_rows_.size()];
  const std::uint64_t opening = open == row ? 0 : row_open_bytes_;
  open = row;
  moved_bytes_ += bytes;
  return bytes_.serve(translate(address, at), bytes + opening) + latency_of(address);
}

Ticks Dram::write(std::uint64_t bytes, Ticks at) {
  moved_bytes_ += bytes;
  return bytes_.serve(at, bytes);
}

}  // namespace warpscope::timing
