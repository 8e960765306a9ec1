// The sample of requests that a launch's record keeps of its lines (Options::keeps_requests).
#pragma once

#include <span>
#include <string_view>

#include "vgpu/exec/launch.h"
#include "vgpu/server/device_state.h"

namespace warpscope::device {

/// Asks for the requests of a kernel's first launches in each case: they are alike, and a record of
/// twenty thousand launches stays as small as one of a few.
void set_requests(DeviceState& device, std::string_view kernel, exec::LaunchOptions& launch);

/// Puts them to the lines that `launch` has already. `parameters`: the launch's buffer.
void add_requests(const exec::SampledRequests& requests, const exec::KernelInfo& kernel,
                  std::span<const std::byte> parameters, record::Launch& launch);

}  // namespace warpscope::device
