// CUDA's rules for a launch configuration, applied by the client (so that the call itself fails)
// and again by the device (which does not trust the client).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "vgpu/protocol/requests.h"

namespace warpscope::device {

/// Whether the grid and the block are too small or too large for any kernel: cudaErrorInvalidValue,
/// as CUDA 13 answers on an H200 (CUDA 12: cudaErrorInvalidConfiguration), and a sentence.
std::optional<Status> check_extents(const DeviceDescription& device, const LaunchRequest& launch);

/// The first rule that `launch` breaks, those of check_extents among them: CUDA's error and a
/// sentence that says which limit; nothing when it may run. A kernel's static and dynamic shared
/// memory count together.
std::optional<Status> check_launch(const DeviceDescription& device, const KernelDescription& kernel,
                                   const LaunchRequest& launch);

/// Blocks of a kernel that fit on one SM at once, by threads, shared memory, the block limit, and
/// registers where the program holds machine code that tells them; 0 when a block does not fit at
/// all. Without machine code it is an upper bound: PTX registers are virtual, and ptxas, which
/// would allocate real ones, does not run here.
std::uint32_t resident_blocks(const DeviceDescription& device, const KernelDescription& kernel,
                              std::uint32_t block_threads, std::uint64_t dynamic_shared_bytes);

}  // namespace warpscope::device
