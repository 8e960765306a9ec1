// Words for what went wrong in a launch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "record/record.h"
#include "vgpu/exec/launch.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::device {

/// Further away than this the nearest allocation explains nothing.
inline constexpr std::uint64_t kNearBytes = std::uint64_t{1} << 30;

/// CUDA's error for a fault (all are sticky).
std::int32_t cuda_error_of(const exec::Fault& fault);

/// A diagnosis of the fault with place, lanes and cause; the cause names the nearest allocation.
record::Finding finding_of(const exec::Fault& fault, const memory::DeviceMemory& memory);

/// A warning: the kernel ended, and what its threads told each other was perhaps not waited for.
record::Finding finding_of(const exec::UnmetArrival& unmet);

/// The wording of a finding for a kernel whose threads wait in that way: "of a ring". Empty: the
/// finding's own words fit.
std::string_view wording_of(exec::Protocol protocol);

/// "lanes 0-3, 8" of a mask; "lane 5" for one.
std::string lane_text(std::uint32_t lane_mask);

/// The finding as one paragraph for the program's standard error.
std::string in_one_line(const record::Finding& finding, const std::string& kernel);

}  // namespace warpscope::device
