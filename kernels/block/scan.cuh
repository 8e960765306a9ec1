// Prefix operations over the threads of a block.
#pragma once

#include "../warp/scan.cuh"

namespace warpscope::block {

/// Shared memory of a scan: one value per warp. `Threads` is the block's size, a multiple of 32 up
/// to 1024, in x.
template <typename T, int Threads>
struct ScanStorage {
  static_assert(Threads % 32 == 0 && Threads >= 32 && Threads <= 1024,
                "a block scan needs whole warps: launch a multiple of 32 threads, at most 1024");
  T of_warp[Threads / 32];
};

/// A thread's prefix: `before` without its own value, `through` with it, and `total` of the whole
/// block, in every thread.
template <typename T>
struct Scanned {
  T before;
  T through;
  T total;
};

/// Scans the values of all threads in the order of threadIdx.x. `neutral` is what op leaves alone;
/// thread 0's `before` is exactly that. `op` is associative and need not be commutative. All
/// threads call it; before `storage` is used again the block needs a barrier.
///
/// Cost: one warp scan and one barrier, then every warp scans the warps' totals itself, which saves
/// the second barrier that a single warp doing it would need. Shared memory: Threads / 32 values,
/// without bank conflicts. Source: Billeter, Olsson, Assarsson, "Efficient Stream Compaction on
/// Wide SIMD" (2009), with shuffles in place of memory.
template <int Threads, typename T, typename Op = warp::Sum>
__device__ Scanned<T> scan(T value, ScanStorage<T, Threads>& storage, T neutral, Op op = {}) {
  constexpr std::uint32_t warps = Threads / 32;
  const std::uint32_t warp_index = threadIdx.x / 32;
  const T through = warp::inclusive_scan(value, op);
  if (warp::lane() == 31) storage.of_warp[warp_index] = through;
  __syncthreads();
  const T of_warp = storage.of_warp[warp::lane() < warps ? warp::lane() : warps - 1];
  const T warps_through = warp::inclusive_scan(warp::lane() < warps ? of_warp : neutral, op);
  const T total = warp::shuffle_from(warps_through, warps - 1);
  const T warps_before = warp::shuffle_from(warps_through, warp_index == 0 ? 0 : warp_index - 1);
  const T lanes_before = warp::shuffle_up(through, 1);
  Scanned<T> result{neutral, through, total};
  if (warp_index != 0) {
    result.through = op(warps_before, through);
    result.before = warp::lane() == 0 ? warps_before : op(warps_before, lanes_before);
  } else if (warp::lane() != 0) {
    result.before = lanes_before;
  }
  return result;
}

/// The same with the neutral value of one of the library's operators.
template <int Threads, typename T, typename Op = warp::Sum>
__device__ Scanned<T> scan(T value, ScanStorage<T, Threads>& storage, Op op = {}) {
  return scan<Threads>(value, storage, warp::identity<Op, T>(), op);
}

}  // namespace warpscope::block
