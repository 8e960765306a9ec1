// How long a launch takes: its warps' instructions of machine code, issued cycle by cycle on the
// profile's SMs, with the memory behind them.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/occupancy.h"
#include "arch/profile.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/timing/clock/stalls.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::timing {

/// What is timed of a launch: all of it, or the blocks of some SMs.
struct TimedShape {
  std::uint64_t blocks = 0;  ///< of the grid
  arch::BlockNeeds block;
};

struct TimedLaunch {
  double duration_s = 0;
  std::uint64_t cycles = 0;       ///< from the first block's beginning to the last one's end
  std::uint64_t instructions = 0;  ///< of warps, that were timed
  std::uint64_t blocks = 0;        ///< that were timed
  std::uint64_t dram_read_bytes = 0, dram_written_bytes = 0;
  std::uint64_t lost = 0;  ///< entries of PTX blocks to which no way led
  /// By instruction of the kernel's machine code: of warps.
  std::vector<std::uint64_t> issued;
  std::vector<StallCycles> stalls;
};

/// All caches begin empty. A trace of some blocks (LaunchTrace::Limits) is timed on as many SMs as
/// would have had them, with their share of L2 and memory.
TimedLaunch time_launch(const arch::Profile& profile, const MachineKernel& kernel,
                        const exec::LaunchTrace& trace, const TimedShape& shape);

}  // namespace warpscope::timing
