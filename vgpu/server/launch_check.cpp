#include "vgpu/server/launch_check.h"

#include <algorithm>

#include "vgpu/server/cuda_error.h"

namespace warpscope::device {
namespace {

std::string extents(const std::array<std::uint32_t, 3>& of) {
  return "(" + std::to_string(of[0]) + ", " + std::to_string(of[1]) + ", " + std::to_string(of[2]) +
         ")";
}

bool has_zero(const std::array<std::uint32_t, 3>& of) {
  return std::find(of.begin(), of.end(), 0U) != of.end();
}

bool exceeds(const std::array<std::uint32_t, 3>& of, const std::array<std::uint32_t, 3>& limit) {
  return of[0] > limit[0] || of[1] > limit[1] || of[2] > limit[2];
}

Status invalid(std::string message) {
  return {cuda_error::invalid_configuration, std::move(message)};
}

}  // namespace

std::optional<Status> check_launch(const DeviceDescription& device, const KernelDescription& kernel,
                                   const LaunchRequest& launch) {
  if (has_zero(launch.grid)) {
    return invalid("The grid " + extents(launch.grid) +
                   " has no blocks: a size of 0 or a division that rounded down to 0.");
  }
  if (has_zero(launch.block)) {
    return invalid("The block " + extents(launch.block) + " has no threads.");
  }
  if (exceeds(launch.grid, kMaxGrid)) {
    return invalid("The grid " + extents(launch.grid) + " is larger than the limit " +
                   extents(kMaxGrid) + ".");
  }
  const std::uint64_t threads =
      std::uint64_t{launch.block[0]} * launch.block[1] * std::uint64_t{launch.block[2]};
  if (exceeds(launch.block, kMaxBlock) || threads > device.max_threads_per_block) {
    return invalid("The block " + extents(launch.block) +
                   " is larger than the limit: " + std::to_string(device.max_threads_per_block) +
                   " threads in all and at most " + extents(kMaxBlock) + ".");
  }
  if (threads > kernel.max_threads_per_block) {
    return Status{cuda_error::launch_out_of_resources,
                  "The block has " + std::to_string(threads) +
                      " threads and the kernel's __launch_bounds__ allow " +
                      std::to_string(kernel.max_threads_per_block) + "."};
  }
  const std::uint64_t shared =
      std::uint64_t{launch.dynamic_shared_bytes} + kernel.static_shared_bytes;
  if (shared > device.shared_per_block_optin_bytes) {
    return invalid("The launch asks for " + std::to_string(shared) +
                   " bytes of shared memory per block; the device has " +
                   std::to_string(device.shared_per_block_optin_bytes) + ".");
  }
  const std::uint64_t limit = std::max<std::uint64_t>(
      launch.dynamic_shared_limit_bytes + std::uint64_t{kernel.static_shared_bytes},
      device.shared_per_block_bytes);
  if (shared > limit) {
    return invalid("The launch asks for " + std::to_string(shared) +
                   " bytes of shared memory per block; more than " + std::to_string(limit) +
                   " must first be allowed with cudaFuncSetAttribute(kernel, "
                   "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes).");
  }
  return std::nullopt;
}

}  // namespace warpscope::device
