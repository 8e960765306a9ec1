// Reductions over the threads of a block.
#pragma once

#include "../warp/reduce.cuh"

namespace warpscope::block {

/// Shared memory of a reduction: one value per warp. `Threads` is the block's size, a multiple of
/// 32 up to 1024, in x.
template <typename T, int Threads>
struct ReduceStorage {
  static_assert(
      Threads % 32 == 0 && Threads >= 32 && Threads <= 1024,
      "a block reduction needs whole warps: launch a multiple of 32 threads, at most 1024");
  T of_warp[Threads / 32];
};

/// op over the values of all threads of the block in the order of threadIdx.x, valid in warp 0
/// only. All threads call it; `op` is associative and need not be commutative. Before `storage` is
/// used again the block needs a barrier.
///
/// Cost: a warp reduction per warp, one barrier, and one more warp reduction in warp 0 (of Threads
/// / 32 values). Shared memory: Threads / 32 values, written once and read once without bank
/// conflicts.
template <int Threads, typename T, typename Op = warp::Sum>
__device__ T reduce(T value, ReduceStorage<T, Threads>& storage, Op op = {}) {
  constexpr std::uint32_t warps = Threads / 32;
  const std::uint32_t warp_index = threadIdx.x / 32;
  value = warp::reduce(value, op);
  if constexpr (warps == 1) {
    return value;
  } else {
    if (warp::lane() == 0) storage.of_warp[warp_index] = value;
    __syncthreads();
    if (warp_index != 0) return value;
    if constexpr (warps == 32) {
      return warp::reduce(storage.of_warp[warp::lane()], op);
    } else {
      // Lanes without a warp stay out, so no neutral value is needed.
      constexpr std::uint32_t mask = (1U << warps) - 1;
      if (warp::lane() < warps) value = warp::reduce_lanes(storage.of_warp[warp::lane()], mask, op);
      __syncwarp();
      return warp::shuffle_from(value, 0);
    }
  }
}

}  // namespace warpscope::block
