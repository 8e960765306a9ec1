// Launches whose code reads a clock, where a clock times launches.
//
// What a warp reads depends on how long what it did before took, and how long that takes is known
// when the launch has been executed and timed. So such a launch is executed again from the same
// memory, with what the clock saw of the time before, until it does the same as the time before.
#pragma once

#include <functional>
#include <optional>

#include "record/record.h"
#include "vgpu/server/machine_code.h"

namespace warpscope::device {

struct ClockedResult {
  exec::LaunchResult result;  ///< of the last execution; the ones before it have left nothing
  std::optional<timing::TimedLaunch> timed{};  ///< of that one, where the clock was asked for it
  std::optional<record::ClockReads> reads{};
};

/// `run` executes the launch with `options`, of which observers, trace and clock are changed.
ClockedResult run_by_clock(DeviceState& device, const LaunchRequest& request,
                           LaunchMachineCode& machine_code, exec::LaunchOptions& options,
                           const std::function<exec::LaunchResult()>& run);

}  // namespace warpscope::device
