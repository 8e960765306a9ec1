// What one multiprocessor (SM) has for the blocks that are on it.
#pragma once

#include <cstdint>

namespace warpscope::arch {

/// Threads of a warp, on all GPUs.
inline constexpr std::uint32_t kWarpThreads = 32;

/// Limits and units of allocation. CUDA Programming Guide, "Compute Capabilities", and
/// cuda_occupancy.h of the CUDA Toolkit.
struct Multiprocessor {
  std::uint32_t schedulers = 0;                    ///< each has an equal part of the registers
  std::uint32_t max_threads = 0;                   ///< resident at a time
  std::uint32_t max_blocks = 0;                    ///< resident at a time
  std::uint32_t max_threads_per_block = 0;         ///< of a launch
  std::uint32_t registers = 0;                     ///< of 32 bits
  std::uint32_t register_unit = 0;                 ///< a warp's registers are a multiple of it
  std::uint32_t shared_bytes = 0;                  ///< the most that shared memory can be
  std::uint32_t shared_unit_bytes = 0;             ///< a block's shared memory is a multiple of it
  std::uint32_t shared_per_block_bytes = 0;        ///< without cudaFuncSetAttribute
  std::uint32_t shared_per_block_optin_bytes = 0;  ///< with it
  std::uint32_t shared_reserved_per_block_bytes = 0;  ///< that CUDA keeps of each block's

  friend bool operator==(const Multiprocessor&, const Multiprocessor&) = default;
};

}  // namespace warpscope::arch
