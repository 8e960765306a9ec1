// What the lab computes, for kernels. The rules are invented: long enough that their cost shows,
// and exact, because they use nothing but 32-bit integers. "#pragma unroll 1" keeps a loop a loop,
// so that each rule costs about six instructions per round.
#pragma once

#include <cstdint>

/// 16 rounds.
__device__ inline std::uint32_t even_rule(std::uint32_t x) {
#pragma unroll 1
  for (int round = 0; round < 16; ++round) x = x * 5 + (x >> 7) + round;
  return x;
}

/// 16 rounds.
__device__ inline std::uint32_t odd_rule(std::uint32_t x) {
#pragma unroll 1
  for (int round = 0; round < 16; ++round) x = (x ^ x >> 11) * 9 + round;
  return x;
}

/// 16 rounds.
__device__ inline std::uint32_t mix(std::uint32_t x) {
#pragma unroll 1
  for (int round = 0; round < 16; ++round) x = (x ^ x >> 15) * 0x2C1B3C6DU + round;
  return x;
}

/// A word of which an odd number of bits is set was damaged on the way.
__device__ inline bool is_damaged(std::uint32_t x) { return __popc(x) % 2 == 1; }

/// 32 rounds.
__device__ inline std::uint32_t repaired(std::uint32_t x) {
#pragma unroll 1
  for (int round = 0; round < 32; ++round) x = (x ^ x >> 13) * 0x5BD1E995U + round;
  return x;
}

/// What the operation codes 0 to 31 stand for: 8 rounds of one of four forms, each with its own
/// numbers.
template <int kCode>
__device__ inline std::uint32_t operation(std::uint32_t x) {
  static_assert(0 <= kCode && kCode < 32);
  constexpr std::uint32_t kFactor = 2 * kCode + 5;
  constexpr int kShift = 3 + kCode % 8;
#pragma unroll 1
  for (int round = 0; round < 8; ++round) {
    if constexpr (kCode % 4 == 0) x = (x ^ x >> kShift) * kFactor + round;
    if constexpr (kCode % 4 == 1) x = x * kFactor - (x >> kShift) + round;
    if constexpr (kCode % 4 == 2) x = (x + (x << kShift) + round) ^ kFactor;
    if constexpr (kCode % 4 == 3) x = (x ^ x << kShift) + kFactor + round;
  }
  return x;
}
