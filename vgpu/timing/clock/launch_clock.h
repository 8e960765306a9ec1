// How long a launch takes: its warps' instructions of machine code, issued cycle by cycle on the
// profile's SMs, with the memory behind them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arch/profile.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/timing/clock/changes.h"
#include "vgpu/timing/clock/launch_sample.h"
#include "vgpu/timing/clock/line_stalls.h"
#include "vgpu/timing/clock/part_use.h"
#include "vgpu/timing/clock/timed_shape.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::timing {

struct TimedLaunch {
  double duration_s = 0;
  std::uint64_t blocks = 0;  ///< that were timed
  std::uint32_t sms = 0;     ///< that had them
  /// Of all these SMs, from the end of its last block to that of the last block of all.
  std::uint64_t tail_cycles = 0;
  LaunchStalls stalls;              ///< of these
  std::vector<PartUse> use;         ///< of the parts of the GPU
  std::uint64_t fetched_bytes = 0;  ///< that L2 has fetched from memory, were all blocks timed
  /// TimedShape::timeline, of this launch or of an equal one; nullptr: nobody wanted one.
  std::shared_ptr<const LaunchTimeline> timeline{};
  /// The same of a launch that a TimesKeeper has kept, in the keeper's own form.
  std::shared_ptr<const std::string> kept_timeline{};
};

/// Nothing of a launch that is too long even for a sample, or whose warps would wait for ever at a
/// barrier or an mbarrier. L1 begins empty. Of a long trace
/// the blocks of some SMs are timed, with these SMs' share of L2 and memory. SM i has blocks i, i +
/// the number of SMs, ... of the grid.
std::optional<TimedLaunch> time_launch(const arch::Profile& profile, const MachineKernel& kernel,
                                       const exec::LaunchTrace& trace, const TimedShape& shape,
                                       const Sample& sample);
/// Of its sample_of().
std::optional<TimedLaunch> time_launch(const arch::Profile& profile, const MachineKernel& kernel,
                                       const exec::LaunchTrace& trace, const TimedShape& shape);

}  // namespace warpscope::timing
