// Words for what the checks of a launch found.
#pragma once

#include "record/record.h"
#include "vgpu/exec/launch.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::device {

/// A diagnosis with place, lanes and cause; the cause names the array where it is known.
record::Finding finding_of(const exec::Violation& violation, const memory::DeviceMemory& memory);

}  // namespace warpscope::device
