// A launch timed again and again, each time without one of its costs.
#pragma once

#include <functional>
#include <vector>

#include "vgpu/timing/clock/launch_clock.h"

namespace warpscope::timing {

struct TriedChange {
  Change change = Change::no_bank_conflicts;
  TimedLaunch launch;  ///< without that cost
};

/// `shape` has been timed as it is. Changes that cannot matter are left out: of shared memory where
/// the kernel has no instruction for it, and so on. `is_canceled` is asked between two.
std::vector<TriedChange> try_changes(const arch::Profile& profile, const MachineKernel& kernel,
                                     const exec::LaunchTrace& trace, const TimedShape& shape,
                                     const std::function<bool()>& is_canceled);

}  // namespace warpscope::timing
