// The cudaError_t values that the device answers with. The device is built without the CUDA
// headers.
#pragma once

#include <cstdint>

namespace warpscope::device::cuda_error {

inline constexpr std::int32_t success = 0;
inline constexpr std::int32_t invalid_value = 1;
inline constexpr std::int32_t memory_allocation = 2;
inline constexpr std::int32_t initialization_error = 3;
inline constexpr std::int32_t invalid_configuration = 9;
inline constexpr std::int32_t invalid_symbol = 13;
inline constexpr std::int32_t launch_pending_count_exceeded = 69;
inline constexpr std::int32_t invalid_device_function = 98;
inline constexpr std::int32_t no_kernel_image = 209;
inline constexpr std::int32_t invalid_ptx = 218;
inline constexpr std::int32_t invalid_resource_handle = 400;
inline constexpr std::int32_t unsupported_limit = 215;
inline constexpr std::int32_t illegal_address = 700;
inline constexpr std::int32_t host_memory_already_registered = 712;
inline constexpr std::int32_t launch_out_of_resources = 701;
inline constexpr std::int32_t launch_timeout = 702;
inline constexpr std::int32_t assertion = 710;
inline constexpr std::int32_t hardware_stack_error = 714;
inline constexpr std::int32_t illegal_instruction = 715;
inline constexpr std::int32_t misaligned_address = 716;
inline constexpr std::int32_t launch_failure = 719;
inline constexpr std::int32_t cooperative_launch_too_large = 720;
inline constexpr std::int32_t not_supported = 801;
inline constexpr std::int32_t unknown = 999;

}  // namespace warpscope::device::cuda_error
