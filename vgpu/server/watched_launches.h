// What of a launch the memory checks look at.
#pragma once

#include <string_view>

#include "vgpu/exec/launch.h"
#include "vgpu/server/device_state.h"

namespace warpscope::device {

/// Sets which of the launch's accesses the checks look at: all of them, in the order of the case's
/// launches up to so many as a case may have; of each kernel's first launches a share at least, so
/// that none uses up the watch of another; and of launches that are too large a sample.
void set_checks(DeviceState& device, const exec::LaunchConfiguration& configuration,
                std::string_view kernel, exec::LaunchOptions& launch);

}  // namespace warpscope::device
