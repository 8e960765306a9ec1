// Arithmetic on masks of lanes: ranks, the n-th lane, and addition of numbers that are spread over
// a warp.
#pragma once

#include <cstdint>

#include "shuffle.cuh"

namespace warpscope::warp {

/// The number of lanes of `mask` below this one: 0, 1, 2 … for the lanes of the mask in their
/// order. One POPC.
__device__ inline std::uint32_t rank_in(std::uint32_t mask) {
  return static_cast<std::uint32_t>(__popc(static_cast<int>(mask & lanes_below())));
}

/// The number of lanes in a mask, 0 to 32.
__device__ inline std::uint32_t count_in(std::uint32_t mask) {
  return static_cast<std::uint32_t>(__popc(static_cast<int>(mask)));
}

/// The lowest lane of a mask that is not empty.
__device__ inline std::uint32_t first_in(std::uint32_t mask) {
  return static_cast<std::uint32_t>(__ffs(static_cast<int>(mask))) - 1;
}

/// The lane of `mask` that has `rank` lanes of the mask below it; 32 when there is none. Five
/// halvings of the word: 25 or so instructions without a loop or a branch, a fifth of what __fns
/// takes, which the hardware does not have either.
__device__ inline std::uint32_t nth_in(std::uint32_t mask, std::uint32_t rank) {
  if (rank >= count_in(mask)) return lanes;
  std::uint32_t lane_index = 0;
#pragma unroll
  for (std::uint32_t width = 16; width > 0; width /= 2) {
    const std::uint32_t low = mask & ((1U << width) - 1);
    const std::uint32_t in_low = count_in(low);
    const bool is_high = rank >= in_low;
    rank = is_high ? rank - in_low : rank;
    lane_index = is_high ? lane_index + width : lane_index;
    mask = is_high ? mask >> width : low;
  }
  return lane_index;
}

/// A number of 32 words of 32 bits, lane i holding word i (lane 0 the least), and what runs out of
/// its top.
struct WideSum {
  std::uint32_t word;
  bool carry;  ///< the same in every lane
};

/// a + b + carry_in of two numbers of 1024 bits. All 32 lanes call it; carry_in is the same in all.
///
/// Every word either makes a carry (a + b overflows), hands one on (a + b is all ones) or stops it.
/// As bits of two masks, makes and hands_on, the carries run through the words exactly as they run
/// through the sum of these masks, so one addition of integers does what 32 steps would. Cost: 2
/// ballots and 12 or so other instructions, whatever the data. Source: CGBN,
/// include/cgbn/core/warp_resolver.cu (NVlabs).
__device__ inline WideSum add_wide(std::uint32_t a, std::uint32_t b, bool carry_in = false) {
  std::uint32_t word = a + b;
  const std::uint32_t makes = __ballot_sync(all_lanes, word < a);
  const std::uint32_t hands_on = __ballot_sync(all_lanes, word == 0xffff'ffffU);
  const std::uint64_t carries = (std::uint64_t{makes} << 1 | (carry_in ? 1U : 0U)) + hands_on;
  // Where the sum differs from hands_on, a carry came in.
  word += static_cast<std::uint32_t>(carries ^ hands_on) >> lane() & 1U;
  return {word, (carries >> 32) != 0};
}

/// a - b - borrow_in, with the borrow out of the top in `carry`. As add_wide: a word makes a borrow
/// where a < b and hands one on where a == b.
__device__ inline WideSum subtract_wide(std::uint32_t a, std::uint32_t b, bool borrow_in = false) {
  const std::uint32_t makes = __ballot_sync(all_lanes, a < b);
  const std::uint32_t hands_on = __ballot_sync(all_lanes, a == b);
  const std::uint64_t borrows = (std::uint64_t{makes} << 1 | (borrow_in ? 1U : 0U)) + hands_on;
  const std::uint32_t comes_in = static_cast<std::uint32_t>(borrows ^ hands_on) >> lane() & 1U;
  return {a - b - comes_in, (borrows >> 32) != 0};
}

}  // namespace warpscope::warp
