// Atomic additions of a warp, gathered so that each address sees one.
#pragma once

#include <cstdint>

#include "ballot.cuh"
#include "reduce.cuh"

namespace warpscope::warp {

/// Takes one slot from *counter for each lane that calls it: the lanes get consecutive values in
/// their order, beginning with what the counter held, as if each had done atomicAdd(counter, 1) in
/// turn. All calling lanes pass the same counter; `active` are the lanes that call it.
///
/// Cost: one atomic, one shuffle, a POPC. A warp's additions to one address cost the memory system
/// 32 operations otherwise. nvcc does the same for atomicAdd(counter, 1) where it can prove that
/// the address is one; this does it everywhere, and says so. Source: Adinets, "CUDA Pro Tip:
/// Optimized Filtering with Warp-Aggregated Atomics" (2014).
template <typename Counter>
__device__ Counter take_slot(Counter* counter, std::uint32_t active) {
  static_assert(sizeof(Counter) == 4 || sizeof(Counter) == 8,
                "counters are 32 or 64 bits wide and unsigned");
  const std::uint32_t leader = first_in(active);
  Counter first = 0;
  if (lane() == leader) first = atomicAdd(counter, static_cast<Counter>(count_in(active)));
  return shuffle_from(first, leader, active) + rank_in(active);
}

/// The same when lanes may pass different counters: one atomic for each distinct address. Lanes of
/// equal counters get consecutive slots in their order. Cost: one MATCH (16 or so cycles, more with
/// more distinct addresses), then as above. Source: match.any.sync, PTX ISA 9.7.13 (compute
/// capability 7.0 and later).
template <typename Counter>
__device__ Counter take_slot_of(Counter* counter, std::uint32_t active) {
  static_assert(sizeof(Counter) == 4 || sizeof(Counter) == 8,
                "counters are 32 or 64 bits wide and unsigned");
  const std::uint32_t peers = __match_any_sync(
      active, static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(counter)));
  const std::uint32_t leader = first_in(peers);
  Counter first = 0;
  if (lane() == leader) first = atomicAdd(counter, static_cast<Counter>(count_in(peers)));
  return shuffle_from(first, leader, active) + rank_in(peers);
}

/// Adds each lane's `value` to its *total, with one atomic for each distinct address. For 32-bit
/// integers the sums of the groups take one REDUX each; other types walk through the group's lanes
/// as reduce_lanes does.
template <typename T>
__device__ void add_by_address(T* total, T value, std::uint32_t active) {
  std::uint32_t left = active;
  while (left != 0) {
    // The address of the lowest lane that is left, and all lanes that share it.
    const auto address = static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(total));
    const bool is_here = (left >> lane() & 1U) != 0;
    const unsigned long long chosen = shuffle_from(address, first_in(left), active);
    const std::uint32_t peers = __ballot_sync(active, is_here && address == chosen);
    if ((peers >> lane() & 1U) != 0) {
      const T sum = reduce_lanes(value, peers, Sum{});
      if (lane() == first_in(peers)) atomicAdd(total, sum);
    }
    __syncwarp(active);
    left &= ~peers;
  }
}

}  // namespace warpscope::warp
