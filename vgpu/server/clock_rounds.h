// Launches whose code reads a clock, or waits for other blocks, where a clock times launches.
//
// What a warp reads, and how often it asks in vain, depends on how long what it and others did
// before took, and how long that takes is known when the launch has been executed and timed. So
// such a launch is executed again from the same memory, with what the clock saw of the time before,
// until it does the same as the time before.
#pragma once

#include <functional>
#include <optional>

#include "record/record.h"
#include "vgpu/server/machine_code.h"

namespace warpscope::device {

struct ClockedResult {
  exec::LaunchResult result;  ///< of the last execution; the ones before it have left nothing
  std::optional<timing::TimedLaunch> timed{};  ///< of that one, where the clock was asked for it
  std::optional<record::ClockReads> reads{};   ///< record::Launch::clock_reads
};

/// Whether warps of the launch may have to get their turns by the clock, as its code says.
bool may_wait(const exec::KernelInfo& kernel, const exec::LaunchOptions& options);

/// `run` executes the launch with `options`, of which observers, trace, clock and contact_times
/// are changed.
ClockedResult run_by_clock(DeviceState& device, const LaunchRequest& request,
                           LaunchMachineCode& machine_code, exec::LaunchOptions& options,
                           const std::function<exec::LaunchResult()>& run);

}  // namespace warpscope::device
