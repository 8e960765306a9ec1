// How many wavefronts a warp's shared-memory access takes (docs/counters.md, rule R2).
#pragma once

#include <cstdint>

namespace warpscope::exec {

/// Byte offsets into shared memory, one per lane; lanes outside the mask may hold anything.
using LaneOffsets = std::uint32_t[32];

/// Wavefronts of an access of `size_bytes` (1, 2, 4, 8 or 16) per lane in `mask`. The warp is
/// served in one phase for up to 4 bytes, in two half-warps for 8 and four quarter-warps for 16; a
/// phase takes as many wavefronts as the bank (of 32, 4 bytes wide) with the most distinct words. 0
/// when the mask is empty.
std::uint32_t count_wavefronts(const LaneOffsets& offsets, std::uint32_t mask,
                               std::uint32_t size_bytes);

/// Wavefronts of a conflict-free access of that size by all lanes: 1, 2 or 4.
inline std::uint32_t ideal_wavefronts(std::uint32_t size_bytes) {
  return size_bytes <= 4 ? 1 : size_bytes / 4;
}

}  // namespace warpscope::exec
