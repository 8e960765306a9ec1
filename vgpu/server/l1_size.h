// How large L1 is in a launch: what shared memory leaves of the memory that both share.
#pragma once

#include <cstdint>

#include "vgpu/protocol/descriptions.h"

namespace warpscope::device {

/// In bytes. `l1_and_shared_bytes` is the size of both on one multiprocessor. The hardware sets
/// aside one of fixed sizes for shared memory (CUDA Programming Guide, compute capability 9.0): the
/// smallest that holds the blocks that fit. A kernel that uses none gets the smallest of all.
std::uint64_t l1_size(const DeviceDescription& device, const KernelDescription& kernel,
                      std::uint32_t block_threads, std::uint64_t dynamic_shared_bytes,
                      std::uint64_t l1_and_shared_bytes);

}  // namespace warpscope::device
