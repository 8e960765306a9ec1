// Reductions over the lanes of a warp.
//
// Cost, in warp instructions for a 4-byte value: one REDUX for 32-bit integers and the operators
// Sum (Min, Max) and the bit operators on compute capability 8.0 and later; 5 shuffles and 5
// operations otherwise; 10 and 5 over a part of the lanes. A value of n bytes takes ceil(n / 4)
// times as many shuffles. No shared memory.
//
// Sources: redux.sync, PTX ISA 9.7.13 "redux.sync"; butterfly, Harris, "Faster Parallel Reductions
// on Kepler" (2014); the chain of next lanes halves itself as in Wyllie's list ranking (1979), so
// that the order of lanes is kept.
#pragma once

#include "operators.cuh"
#include "shuffle.cuh"

namespace warpscope::warp {

// The one place where the target decides: REDUX came with compute capability 8.0.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
inline constexpr bool has_redux = false;
#else
inline constexpr bool has_redux = true;
#endif

template <typename T, typename Op>
inline constexpr bool reduces_in_one_instruction = has_redux&& std::is_integral_v<T> &&
                                                   sizeof(T) == 4 &&
                                                   !std::is_same_v<T, bool> && is_known<Op>;

/// One instruction for all lanes of `mask`. Of 32-bit integers and the operators above.
template <typename T, typename Op>
__device__ T redux(T value, Op, std::uint32_t mask) {
  static_assert(reduces_in_one_instruction<T, Op>);
  // Sums and bits do not know signs; minima and maxima do.
  const auto bits = static_cast<unsigned>(value);
  if constexpr (std::is_same_v<Op, Sum>)
    return static_cast<T>(__reduce_add_sync(mask, bits));
  else if constexpr (std::is_same_v<Op, BitAnd>)
    return static_cast<T>(__reduce_and_sync(mask, bits));
  else if constexpr (std::is_same_v<Op, BitOr>)
    return static_cast<T>(__reduce_or_sync(mask, bits));
  else if constexpr (std::is_same_v<Op, BitXor>)
    return static_cast<T>(__reduce_xor_sync(mask, bits));
  else if constexpr (std::is_signed_v<T> && std::is_same_v<Op, Min>)
    return static_cast<T>(__reduce_min_sync(mask, static_cast<int>(value)));
  else if constexpr (std::is_signed_v<T>)
    return static_cast<T>(__reduce_max_sync(mask, static_cast<int>(value)));
  else if constexpr (std::is_same_v<Op, Min>)
    return static_cast<T>(__reduce_min_sync(mask, bits));
  else
    return static_cast<T>(__reduce_max_sync(mask, bits));
}

/// op over the values of all 32 lanes in the order of lanes, in every lane. All 32 lanes call it
/// together; T is any trivially copyable type, `op` associative (it need not be commutative).
template <typename T, typename Op = Sum>
__device__ T reduce(T value, Op op = {}) {
  if constexpr (reduces_in_one_instruction<T, Op>) {
    return redux(value, op, all_lanes);
  } else {
#pragma unroll
    for (std::uint32_t bit = 1; bit < lanes; bit *= 2) {
      const T other = shuffle_xor(value, bit);
      // The lane with the bit set holds the later half.
      if constexpr (is_commutative<Op>)
        value = op(value, other);
      else
        value = (lane() & bit) != 0 ? op(other, value) : op(value, other);
    }
    return value;
  }
}

/// The same over the lanes of `mask` only, which may be any set of lanes; they all call it, with
/// the same mask, and each gets the result. Lanes outside do not take part.
template <typename T, typename Op = Sum>
__device__ T reduce_lanes(T value, std::uint32_t mask, Op op = {}) {
  if constexpr (reduces_in_one_instruction<T, Op>) {
    return redux(value, op, mask);
  } else {
    // Each lane knows the next lane whose value it lacks. A step takes that lane's value and its
    // next one, so the number of values that a lane has doubles; in the end the lowest lane has
    // all. No next lane: the lane itself.
    const std::uint32_t self = lane();
    const std::uint32_t above = mask & lanes_above();
    std::uint32_t next =
        above != 0 ? static_cast<std::uint32_t>(__ffs(static_cast<int>(above))) - 1 : self;
    for (int have = 1; have < __popc(mask); have *= 2) {
      const T other = shuffle_from(value, next, mask);
      const std::uint32_t after = __shfl_sync(mask, next, static_cast<int>(next));
      if (next != self) {
        value = op(value, other);
        next = after == next ? self : after;
      }
    }
    return shuffle_from(value, static_cast<std::uint32_t>(__ffs(static_cast<int>(mask))) - 1, mask);
  }
}

}  // namespace warpscope::warp
