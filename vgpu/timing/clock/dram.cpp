#include "vgpu/timing/clock/dram.h"

#include <algorithm>

namespace warpscope::timing {
Dram::Dram(const arch::Profile& profile, double share)
    : bytes_(profile.memory.dram_bytes_per_s * profile.memory.dram_efficiency /
                 profile.sm.clock_hz * share,
             kSharedStretches),
      peak_bytes_per_cycle_(profile.memory.dram_bytes_per_s / profile.sm.clock_hz * share),
      row_bytes_(profile.clock.dram.row_bytes),
      row_open_bytes_(static_cast<std::uint64_t>(profile.clock.dram.row_open_bytes)),
      open_rows_(profile.clock.dram.banks, ~std::uint64_t{0}),
      latency_(ticks_of(profile.clock.dram.latency_cycles)),
      page_walk_(ticks_of(profile.clock.dram.page_walk_cycles)),
      page_bytes_(profile.clock.dram.page_bytes) {}

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
  return bytes_.serve(translate(address, at), bytes + opening) + latency_;
}

Ticks Dram::write(std::uint64_t bytes, Ticks at) {
  moved_bytes_ += bytes;
  return bytes_.serve(at, bytes);
}

}  // namespace warpscope::timing
