// Which blocks of a launch are timed, and on how much of the GPU.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arch/profile.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/timing/clock/timed_shape.h"

namespace warpscope::timing {

struct Sample {
  std::vector<const exec::BlockTrace*> blocks;  ///< in the order of their numbers
  std::uint32_t sms = 0;
  double share = 1;         ///< of L2 and of the block distributor
  double memory_share = 1;  ///< of L2's bytes and of the memory behind it
  double turns = 1;         ///< that an atomic stands for where all SMs' meet
};

Sample sample_of(const arch::Profile& profile, const exec::LaunchTrace& trace,
                 const TimedShape& shape);

/// Which blocks to trace of a launch that is to be timed: all, or those of some SMs where there are
/// very many.
exec::LaunchTrace::Limits limits_of_trace(const arch::Profile& profile, const TimedShape& shape);
/// As few as can be, where a trace within limits_of_trace() was too long; nothing where there are
/// no fewer.
std::optional<exec::LaunchTrace::Limits> least_limits_of_trace(const arch::Profile& profile,
                                                               const TimedShape& shape);

}  // namespace warpscope::timing
