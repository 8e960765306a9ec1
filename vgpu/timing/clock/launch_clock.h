// How long a launch takes: its warps' instructions of machine code, issued cycle by cycle on the
// profile's SMs, with the memory behind them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arch/occupancy.h"
#include "arch/profile.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/timing/clock/changes.h"
#include "vgpu/timing/clock/l2_contents.h"
#include "vgpu/timing/clock/launch_timeline.h"
#include "vgpu/timing/clock/line_stalls.h"
#include "vgpu/timing/clock/part_use.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::timing {

/// Which launch is timed.
struct TimedShape {
  std::uint64_t blocks = 0;  ///< of the grid
  arch::BlockNeeds block;
  // Of all blocks, where known (else 0), by which a sample is put right:
  std::uint64_t read_granules = 0;          ///< of memory: distinct ones that it reads
  std::uint64_t longest_atomic_queue = 0;   ///< sectors that the busiest part of L2 serves
  const L2Contents* l2_contents = nullptr;  ///< when it begins; nullptr: L2 is empty
  /// Of which cost nothing is there; the profile is changed by who asks (changed_profile()).
  std::optional<Change> without{};
  LaunchTimeline* timeline = nullptr;  ///< an empty one, to be filled; nullptr: none
};

/// Which blocks to trace of a launch that is to be timed: all, or those of some SMs where there are
/// very many.
exec::LaunchTrace::Limits limits_of_trace(const arch::Profile& profile, const TimedShape& shape);

struct TimedLaunch {
  double duration_s = 0;
  std::uint64_t blocks = 0;  ///< that were timed
  std::uint32_t sms = 0;     ///< that had them
  /// Of all these SMs, from the end of its last block to that of the last block of all.
  std::uint64_t tail_cycles = 0;
  LaunchStalls stalls;       ///< of these
  std::vector<PartUse> use;  ///< of the parts of the GPU
};

/// Nothing of a launch that is too long even for a sample, or whose warps would wait for ever at a
/// barrier or an mbarrier. L1 begins empty. Of a long trace
/// the blocks of some SMs are timed, with these SMs' share of L2 and memory. SM i has blocks i, i +
/// the number of SMs, ... of the grid.
std::optional<TimedLaunch> time_launch(const arch::Profile& profile, const MachineKernel& kernel,
                                       const exec::LaunchTrace& trace, const TimedShape& shape);

}  // namespace warpscope::timing
