// Lanes, masks of lanes, and shuffles of values of any size.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace warpscope::warp {

inline constexpr int lanes = 32;
inline constexpr std::uint32_t all_lanes = 0xffff'ffffU;

/// This thread's place in its warp, 0 to 31 (%laneid). In a block of one dimension it is
/// threadIdx.x % 32.
__device__ inline std::uint32_t lane() {
  std::uint32_t index;
  asm("mov.u32 %0, %%laneid;" : "=r"(index));
  return index;
}

/// The lanes below this one, one bit each (%lanemask_lt).
__device__ inline std::uint32_t lanes_below() {
  std::uint32_t mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}

/// The lanes above this one (%lanemask_gt).
__device__ inline std::uint32_t lanes_above() {
  std::uint32_t mask;
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(mask));
  return mask;
}

/// Applies `shuffle` (a shuffle of 32-bit words) to each word of `value`: ceil(sizeof(T) / 4)
/// shuffles.
template <typename T, typename Shuffle>
__device__ T shuffle_words(const T& value, Shuffle shuffle) {
  static_assert(std::is_trivially_copyable_v<T>,
                "a shuffle moves bytes between lanes: make the type trivially copyable");
  constexpr int words = (sizeof(T) + 3) / 4;
  std::uint32_t parts[words] = {};
  std::memcpy(parts, &value, sizeof(T));
#pragma unroll
  for (int i = 0; i < words; ++i) parts[i] = shuffle(parts[i]);
  T moved;
  std::memcpy(&moved, parts, sizeof(T));
  return moved;
}

/// The value of lane `source` (modulo 32), in every lane of `mask`. All lanes of `mask` call it
/// together.
template <typename T>
__device__ T shuffle_from(const T& value, std::uint32_t source, std::uint32_t mask = all_lanes) {
  return shuffle_words(
      value, [=](std::uint32_t word) { return __shfl_sync(mask, word, static_cast<int>(source)); });
}

/// The value of lane (own index ^ `bits`). All 32 lanes call it together.
template <typename T>
__device__ T shuffle_xor(const T& value, std::uint32_t bits) {
  return shuffle_words(value, [=](std::uint32_t word) {
    return __shfl_xor_sync(all_lanes, word, static_cast<int>(bits));
  });
}

/// The value of the lane `distance` below, or the own one where there is none. All 32 lanes call
/// it.
template <typename T>
__device__ T shuffle_up(const T& value, std::uint32_t distance) {
  return shuffle_words(
      value, [=](std::uint32_t word) { return __shfl_up_sync(all_lanes, word, distance); });
}

/// The value of the lane `distance` above, or the own one where there is none. All 32 lanes call
/// it.
template <typename T>
__device__ T shuffle_down(const T& value, std::uint32_t distance) {
  return shuffle_words(
      value, [=](std::uint32_t word) { return __shfl_down_sync(all_lanes, word, distance); });
}

}  // namespace warpscope::warp
