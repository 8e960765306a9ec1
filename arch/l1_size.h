// How large L1 is in a launch: what shared memory leaves of the storage that both share.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/multiprocessor.h"
#include "arch/occupancy.h"

namespace warpscope::arch {

/// The least that L1 has.
inline constexpr std::uint64_t kLeastL1Bytes = 1024;

/// The storage of one multiprocessor that L1 and shared memory share.
struct L1AndShared {
  std::uint32_t bytes = 0;  ///< of both
  /// Of these sizes the hardware sets one aside for shared memory, from the smallest up.
  std::vector<std::uint32_t> shared_sizes_bytes;
};

/// What is set aside for shared memory: the smallest size that holds the blocks that fit (CUDA
/// Programming Guide, "Shared Memory" of the compute capability). A kernel that uses none gets the
/// smallest of all.
std::uint64_t shared_carve_out(const L1AndShared& storage, const Multiprocessor& sm,
                               const BlockNeeds& block);

/// In bytes; at least 1 KiB.
std::uint64_t l1_size(const L1AndShared& storage, const Multiprocessor& sm,
                      const BlockNeeds& block);

}  // namespace warpscope::arch
