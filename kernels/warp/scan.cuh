// Prefix operations over the lanes of a warp.
//
// Cost of a 4-byte value: 5 shuffles and 5 predicated operations; one more shuffle for the
// exclusive form; over a part of the lanes 10 and 5. Depth 5 (Kogge and Stone 1973; Hillis and
// Steele 1986): the fewest steps, and idle lanes cost nothing in a warp, so the work-efficient tree
// of Blelloch has nothing to save here.
#pragma once

#include "operators.cuh"
#include "shuffle.cuh"

namespace warpscope::warp {

/// Lane i gets value[0] op … op value[i]. All 32 lanes call it; `op` is associative and need not be
/// commutative.
template <typename T, typename Op = Sum>
__device__ T inclusive_scan(T value, Op op = {}) {
#pragma unroll
  for (std::uint32_t distance = 1; distance < lanes; distance *= 2) {
    const T before = shuffle_up(value, distance);
    if (lane() >= distance) value = op(before, value);
  }
  return value;
}

/// A lane's prefix without its own value, and the whole warp's result.
template <typename T>
struct Scanned {
  T before;
  T total;
};

/// Lane i gets value[0] op … op value[i - 1] in `before`, lane 0 `first` (the operator's neutral
/// value, which is not combined with the others); `total` is the whole warp's, in every lane. All
/// 32 lanes call it.
template <typename T, typename Op = Sum>
__device__ Scanned<T> exclusive_scan(T value, T first, Op op = {}) {
  const T through = inclusive_scan(value, op);
  const T before = shuffle_up(through, 1);
  return {lane() == 0 ? first : before, shuffle_from(through, lanes - 1)};
}

/// The same with the neutral value of one of the library's operators.
template <typename T, typename Op = Sum>
__device__ Scanned<T> exclusive_scan(T value, Op op = {}) {
  return exclusive_scan(value, identity<Op, T>(), op);
}

/// inclusive_scan over the lanes of `mask`, any set of lanes, in their order. They all call it with
/// the same mask.
template <typename T, typename Op = Sum>
__device__ T inclusive_scan_lanes(T value, std::uint32_t mask, Op op = {}) {
  // As in reduce_lanes, with the lanes before instead of the ones after.
  const std::uint32_t self = lane();
  const std::uint32_t below = mask & lanes_below();
  std::uint32_t previous =
      below != 0 ? 31 - static_cast<std::uint32_t>(__clz(static_cast<int>(below))) : self;
  for (int have = 1; have < __popc(mask); have *= 2) {
    const T before = shuffle_from(value, previous, mask);
    const std::uint32_t further = __shfl_sync(mask, previous, static_cast<int>(previous));
    if (previous != self) {
      value = op(before, value);
      previous = further == previous ? self : further;
    }
  }
  return value;
}

/// A scan that begins anew in each lane whose `starts` is true (lane 0 always begins): lane i gets
/// the values from the last start at or before it through its own. All 32 lanes call it. Cost: one
/// ballot more than inclusive_scan. Source: Sengupta, Harris, Zhang, Owens, "Scan Primitives for
/// GPU Computing" (2007), with the flags as one ballot.
template <typename T, typename Op = Sum>
__device__ T segmented_inclusive_scan(T value, bool starts, Op op = {}) {
  const std::uint32_t starts_here = __ballot_sync(all_lanes, starts) | 1U;
  const std::uint32_t at_or_below = starts_here & ~lanes_above();
  const std::uint32_t first = 31 - static_cast<std::uint32_t>(__clz(static_cast<int>(at_or_below)));
#pragma unroll
  for (std::uint32_t distance = 1; distance < lanes; distance *= 2) {
    const T before = shuffle_up(value, distance);
    if (lane() >= first + distance) value = op(before, value);
  }
  return value;
}

}  // namespace warpscope::warp
