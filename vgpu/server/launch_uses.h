// What a launch leaves for findings about several operations.
#pragma once

#include "record/record.h"
#include "vgpu/exec/launch.h"
#include "vgpu/server/device_state.h"

namespace warpscope::device {

/// Which memory the launch used, for findings about several operations. `was_watched`: the checks
/// have looked at it.
void note_footprint(DeviceState& device, const exec::LaunchFootprint& footprint, bool was_watched,
                    const record::Launch& launch);

}  // namespace warpscope::device
