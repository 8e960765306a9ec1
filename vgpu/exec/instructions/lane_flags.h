// From one flag word per lane to a lane mask.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace warpscope::exec {

/// Bit i is the top bit of flags[i], which must be aligned to 32 bytes.
inline std::uint32_t pack_lane_flags(const std::uint32_t* flags) {
  std::uint32_t mask = 0;
  for (std::size_t group = 0; group < 4; ++group) {
    const __m256 eight =
        _mm256_castsi256_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(flags + 8 * group)));
    mask |= static_cast<std::uint32_t>(_mm256_movemask_ps(eight)) << (8 * group);
  }
  return mask;
}

}  // namespace warpscope::exec
