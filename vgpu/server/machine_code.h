// What is asked of a launch's machine code: how many of its instructions it issues, and how long
// they take.
#pragma once

#include <cstdint>
#include <optional>

#include "record/record.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/server/device_state.h"
#include "vgpu/timing/clock/launch_clock.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::device {

/// Of one launch; DeviceOptions::ptxas and uses_clock say what is asked.
class LaunchMachineCode {
 public:
  /// `device` outlives it.
  LaunchMachineCode(DeviceState& device, const timing::TimedShape& shape);
  /// For exec::LaunchOptions; nullptr: nothing is asked.
  exec::LaunchTrace* trace() { return device_.options.ptxas.empty() ? nullptr : &trace_; }
  /// The launch has run. By the clock; nothing where that is not asked, or where the clock cannot
  /// run: ptxas makes nothing of the module, the launch failed or ran some of its blocks only.
  std::optional<timing::TimedLaunch> time(const LaunchRequest& request,
                                          const exec::LaunchResult& result);
  /// Adds what the launch would take without one of its costs, where that is asked for and the
  /// clock has timed it.
  void try_changes(const LaunchRequest& request, const exec::LaunchResult& result,
                   record::Launch& launch);
  /// Adds the instructions that the launch issued, if all of its blocks are known.
  void count(const LaunchRequest& request, const exec::LaunchResult& result,
             record::Launch& launch);

 private:
  timing::TimedShape shape_of(const exec::LaunchResult& result) const;
  /// nullptr: there is none.
  const timing::MachineKernel* kernel(const LaunchRequest& request,
                                      const exec::LaunchResult& result);

  DeviceState& device_;
  timing::TimedShape shape_;
  exec::LaunchTrace trace_;
};

}  // namespace warpscope::device
