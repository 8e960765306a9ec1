#include "vgpu/timing/clock/dram.h"

#include <algorithm>

namespace warpscope::timing {

Dram::Dram(const arch::Profile& profile, double share)
    : bytes_(profile.memory.dram_bytes_per_s * profile.memory.dram_efficiency /
             profile.sm.clock_hz * share),
      latency_(ticks_of(profile.clock.dram.latency_cycles)),
      page_walk_(ticks_of(profile.clock.dram.page_walk_cycles)),
      page_bytes_(profile.clock.dram.page_bytes) {}

Ticks Dram::translate(std::uint64_t address, Ticks at) {
  const auto [page, is_new] = pages_.try_emplace(address / page_bytes_, at + page_walk_);
  return std::max(at, page->second);
}

Ticks Dram::read(std::uint64_t address, std::uint64_t bytes, Ticks at) {
  read_bytes_ += bytes;
  return bytes_.serve(translate(address, at), bytes) + latency_;
}

void Dram::write(std::uint64_t bytes, Ticks at) {
  written_bytes_ += bytes;
  bytes_.serve(at, bytes);
}

}  // namespace warpscope::timing
