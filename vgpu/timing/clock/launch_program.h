// What all SMs of a launch share: the code, its costs, the traced blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/profile.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/timing/clock/changes.h"
#include "vgpu/timing/clock/instruction_costs.h"
#include "vgpu/timing/clock/launch_timeline.h"
#include "vgpu/timing/clock/spill_lines.h"
#include "vgpu/timing/clock/warp_plan.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::timing {

struct LaunchProgram {
  const arch::Profile& profile;
  const MachineKernel& kernel;
  const exec::LaunchTrace& trace;
  std::vector<InstructionCost> costs;
  WarpPlans plans;
  ChangedRequests changed;
  SpillLines spills;
  std::uint64_t first_sector = 0;           ///< TimedShape::first_sector
  LaunchTimeline* timeline = nullptr;       ///< filled, if there is one
  exec::ClockReadings* readings = nullptr;  ///< the same
  exec::ContactTimes* contacts = nullptr;   ///< the same
};

}  // namespace warpscope::timing
