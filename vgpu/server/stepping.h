// Launches through which the trusted side steps: they stand still until it says how to go on.
#pragma once

#include <string>

#include "record/record.h"
#include "vgpu/exec/launch.h"
#include "vgpu/server/device_state.h"

namespace warpscope::device {

/// Whether this launch, which begins now, is the one that Options::steps asks for. Asked once for
/// each launch.
bool is_stepped(const DeviceOptions& options, RunProgress& progress, const record::Launch& launch);

/// Runs it, as commands of the trusted side say, to its end. Throws std::runtime_error with a
/// sentence where it cannot be stepped through.
exec::LaunchResult run_stepped(DeviceState& device, const exec::Program& program,
                               const std::string& kernel,
                               const exec::LaunchConfiguration& configuration,
                               const exec::LaunchOptions& options, const record::Launch& launch);

}  // namespace warpscope::device
