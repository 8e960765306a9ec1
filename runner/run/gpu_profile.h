// What is known of a real GPU as a profile: a data sheet of its kind, with what the GPU itself
// says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arch/profile.h"
#include "runner/installation/installation.h"

namespace warpscope::runner {

/// 1 of "cuda:1"; nothing of other names.
std::optional<std::uint32_t> gpu_index(std::string_view device);

/// Throws NoGpu where there is none of this number, and std::runtime_error where no data sheet has
/// its architecture.
arch::Profile profile_of_gpu(const Installation& installation, std::uint32_t index);

/// Of NVIDIA's driver, "580.159.04". Throws NoGpu.
std::string gpu_driver();

}  // namespace warpscope::runner
