// What of a launch the memory checks look at.
#pragma once

#include <cstdint>
#include <string_view>

#include "vgpu/exec/launch.h"
#include "vgpu/server/device_state.h"

namespace warpscope::device {

/// Whether the launch that is the `number`-th of its kernel in a case, from 1 on, is watched in
/// part whatever others have used up: the first eight are, and of n later ones about 4 / n each.
/// `seed`: of this launch.
bool has_share_of_watch(std::uint32_t number, std::uint64_t seed);

/// Sets which of the launch's accesses the checks look at: all of them, in the order of the case's
/// launches up to so many as a case may have; of each kernel's first launches, and of some later
/// ones that Options::watch_seed chooses, a share at least, so that none uses up the watch of
/// another; and of launches that are too large a sample.
void set_checks(DeviceState& device, const exec::LaunchConfiguration& configuration,
                std::string_view kernel, exec::LaunchOptions& launch);

}  // namespace warpscope::device
