// Adds up a launch's trace, for comparison with what the launch has counted.
#pragma once

#include <vector>

#include "vgpu/counting/access_counters.h"
#include "vgpu/exec/counters.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/exec/trace/launch_trace.h"

namespace warpscope::exec::test {

struct Replay {
  std::vector<AccessCounters> sites;
  std::vector<BlockCounters> blocks;
  std::vector<std::uint64_t> sectors;  ///< by site, of the runs
  std::uint64_t records = 0;
  std::uint64_t mbarrier_waits = 0, mbarrier_arrivals = 0, mbarrier_expected = 0;  ///< of lanes
  std::uint64_t copied_bytes = 0;   ///< of bulk copies
  std::int64_t mbarrier_bytes = 0;  ///< that mbarriers were told to expect
};

Replay replay(const LaunchTrace& trace);

/// All counters that a trace tells of: all but of which branches lanes went both ways.
CounterValues counters_of(const Kernel& kernel, const Replay& replay);

}  // namespace warpscope::exec::test
