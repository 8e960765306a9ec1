// What is asked of a launch's machine code: how many of its instructions it issues, and how long
// they take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

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
  const exec::LaunchTrace& traced() const { return trace_; }
  /// For exec::LaunchOptions; nullptr: nothing is asked.
  exec::LaunchTrace* trace() { return device_.options.ptxas.empty() ? nullptr : &trace_; }
  /// The launch has run. By the clock; nothing where that is not asked, or where the clock cannot
  /// run: ptxas makes nothing of the module, the launch failed or ran some of its blocks only.
  /// `readings`: an empty one, which gets what clocks show; `contacts` the same.
  std::optional<timing::TimedLaunch> time(const LaunchRequest& request,
                                          const exec::LaunchResult& result,
                                          exec::ClockReadings* readings = nullptr,
                                          exec::ContactTimes* contacts = nullptr);
  /// Of all that decides what time() gives; nothing where there is none, or it is not kept.
  std::optional<timing::Fingerprint> key(const LaunchRequest& request,
                                         const exec::LaunchResult& result);
  /// What the launch takes of its device, as time() has seen it.
  timing::KernelUse use(const timing::TimedLaunch& timed) const;
  bool uses_clock() const { return device_.options.uses_clock; }
  /// The trace is too long: traces fewer blocks the next time. False where they are as few already.
  bool trace_fewer();
  /// What clocks may show, to be filled.
  exec::ClockReadings new_readings() const;
  /// Adds what the launch would take without one of its costs, where that is asked for and the
  /// clock has timed it.
  void try_changes(const LaunchRequest& request, const exec::LaunchResult& result,
                   record::Launch& launch);
  /// What the clock kept of the launch over time, for device::LaunchEnded; empty where that is
  /// nothing, or more than is kept of a program.
  std::string timeline_of(const timing::TimedLaunch& timed);
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
  bool traces_least_ = false;
};

}  // namespace warpscope::device
