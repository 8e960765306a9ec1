#include "vgpu/protocol/launch_check.h"

#include <algorithm>

#include "arch/occupancy.h"
#include "arch/runtime_limits.h"
#include "vgpu/protocol/cuda_error.h"

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

Status invalid(std::string message) { return {cuda_error::invalid_value, std::move(message)}; }

arch::BlockNeeds needs_of(const KernelDescription& kernel, std::uint64_t threads,
                          std::uint64_t dynamic_shared_bytes) {
  return {threads, std::uint64_t{kernel.static_shared_bytes} + dynamic_shared_bytes,
          kernel.machine_registers};
}

/// CUDA Programming Guide, "Grid Synchronization": all blocks of a cooperative grid are resident.
std::optional<Status> check_cooperation(const DeviceDescription& device,
                                        const KernelDescription& kernel,
                                        const LaunchRequest& launch, std::uint64_t threads) {
  const std::uint64_t room = std::uint64_t{device.sm_count} *
                             resident_blocks(device, kernel, static_cast<std::uint32_t>(threads),
                                             launch.dynamic_shared_bytes);
  // The extents are within arch::kMaxGrid, so that this does not overflow.
  const std::uint64_t blocks =
      std::uint64_t{launch.grid[0]} * launch.grid[1] * std::uint64_t{launch.grid[2]};
  if (blocks <= room) return std::nullopt;
  return Status{cuda_error::cooperative_launch_too_large,
                "The cooperative grid " + extents(launch.grid) + " has " + std::to_string(blocks) +
                    " blocks and the device holds " + std::to_string(room) +
                    " of them at once; all blocks of a cooperative grid must be resident."};
}

}  // namespace

std::optional<Status> check_extents(const DeviceDescription& device, const LaunchRequest& launch) {
  if (has_zero(launch.grid)) {
    return invalid("The grid " + extents(launch.grid) +
                   " has no blocks: a size of 0 or a division that rounded down to 0.");
  }
  if (has_zero(launch.block)) {
    return invalid("The block " + extents(launch.block) + " has no threads.");
  }
  if (exceeds(launch.grid, arch::kMaxGrid)) {
    return invalid("The grid " + extents(launch.grid) + " is larger than the limit " +
                   extents(arch::kMaxGrid) + ".");
  }
  const std::uint64_t threads =
      std::uint64_t{launch.block[0]} * launch.block[1] * std::uint64_t{launch.block[2]};
  if (exceeds(launch.block, arch::kMaxBlock) || threads > device.sm.max_threads_per_block) {
    return invalid("The block " + extents(launch.block) +
                   " is larger than the limit: " + std::to_string(device.sm.max_threads_per_block) +
                   " threads in all and at most " + extents(arch::kMaxBlock) + ".");
  }
  return std::nullopt;
}

std::optional<Status> check_launch(const DeviceDescription& device, const KernelDescription& kernel,
                                   const LaunchRequest& launch) {
  if (std::optional<Status> refusal = check_extents(device, launch)) return refusal;
  const std::uint64_t threads =
      std::uint64_t{launch.block[0]} * launch.block[1] * std::uint64_t{launch.block[2]};
  if (threads > kernel.max_threads_per_block) {
    return Status{cuda_error::invalid_value,
                  "The block has " + std::to_string(threads) +
                      " threads and the kernel's __launch_bounds__ allow " +
                      std::to_string(kernel.max_threads_per_block) + "."};
  }
  const std::uint64_t shared =
      std::uint64_t{launch.dynamic_shared_bytes} + kernel.static_shared_bytes;
  // An array that the kernel declares with its size, and the bytes of the launch, add up.
  const bool has_both = launch.dynamic_shared_bytes != 0 && kernel.static_shared_bytes != 0;
  const std::string parts =
      has_both
          ? " (" + std::to_string(kernel.static_shared_bytes) + " of the kernel's arrays and " +
                std::to_string(launch.dynamic_shared_bytes) + " of the launch)"
          : std::string();
  if (shared > device.sm.shared_per_block_optin_bytes) {
    return invalid("The launch asks for " + std::to_string(shared) +
                   " bytes of shared memory per block" + parts + "; the device has " +
                   std::to_string(device.sm.shared_per_block_optin_bytes) + ".");
  }
  const std::uint64_t limit = std::max<std::uint64_t>(
      launch.dynamic_shared_limit_bytes + std::uint64_t{kernel.static_shared_bytes},
      device.sm.shared_per_block_bytes);
  if (shared > limit) {
    return invalid("The launch asks for " + std::to_string(shared) +
                   " bytes of shared memory per block" + parts + "; more than " +
                   std::to_string(limit) +
                   " must first be allowed with cudaFuncSetAttribute(kernel, "
                   "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes).");
  }
  if (!arch::has_registers(device.sm, needs_of(kernel, threads, 0))) {
    return Status{cuda_error::launch_out_of_resources,
                  "A thread of the kernel needs " + std::to_string(kernel.machine_registers) +
                      " registers, and a block of " + std::to_string(threads) +
                      " threads more than the " + std::to_string(device.sm.registers) +
                      " of a multiprocessor."};
  }
  if (launch.is_cooperative) return check_cooperation(device, kernel, launch, threads);
  return std::nullopt;
}

std::uint32_t resident_blocks(const DeviceDescription& device, const KernelDescription& kernel,
                              std::uint32_t block_threads, std::uint64_t dynamic_shared_bytes) {
  if (block_threads > kernel.max_threads_per_block) return 0;
  return arch::occupancy(device.sm, needs_of(kernel, block_threads, dynamic_shared_bytes)).blocks();
}

}  // namespace warpscope::device
