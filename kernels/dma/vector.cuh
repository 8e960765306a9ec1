// The vector engine: loads into registers and stores, on any GPU.
#pragma once

#include "kernels/dma/barrier.cuh"
#include "kernels/dma/batches.cuh"
#include "kernels/dma/reduction.cuh"

namespace warpscope::dma {

/// Copies through registers with accesses of up to 16 bytes. The first `kLoads` loads per thread
/// are issued before the wait for an empty buffer ("prefetch into registers", CudaDMA best
/// practices), of accesses of 4 bytes and 1 byte at least eight. Bytes in flight: 16 * kLoads * DMA
/// threads, and with a halo up to a quarter more.
template <int kLoads>
struct Vector {
  static_assert(kLoads >= 1 && kLoads <= 32 && (kLoads & (kLoads - 1)) == 0,
                "Give 1, 2, 4, 8, 16 or 32 loads; 4 is the usual number.");
  static constexpr int kLeastTarget = 0;
  /// Whether all parts of a transfer (PatternOfPartsForThreads) are one to the engine.
  static constexpr bool kLoadsPartsAsOne = true, kStoresPartsAsOne = true;

  /// Arrivals that make a transfer complete.
  __device__ static unsigned arrivals(unsigned dma_threads) { return dma_threads / kWarp; }

  /// Copies either way and calls `before_first_store()` once. Returns the bytes that arrive later.
  template <RunPattern P, typename Before>
  __device__ static unsigned load(const P& pattern, const char* source, char* destination,
                                  Lane lane, Barrier&, Before&& before_first_store) {
    lanes::copy<kLoads>(pattern, source, destination, lane, before_first_store);
    return 0;
  }

  template <RunPattern P, typename Before>
  __device__ static void store(const P& pattern, const char* source, char* destination, Lane lane,
                               Before&& before_first_load) {
    before_first_load();
    lanes::copy<kLoads>(pattern, source, destination, lane, [] {});
  }

  /// The parts of a transfer, either way: the first loads of all parts stand before the first
  /// store.
  template <typename Before, typename... P>
  __device__ static void carry_parts(const char* source, char* destination, Lane lane,
                                     Before&& before_first_store, const Part<P>&... parts) {
    lanes::copy_parts<kLoads>(source, destination, lane, before_first_store, parts...);
  }

  template <typename R, RunPattern P>
  __device__ static void reduce(R reduction, const P& pattern, const char* source,
                                char* destination, Lane lane) {
    lanes::reduce(reduction, pattern, source, destination, lane);
  }

  /// Tells the barrier that the calling warp's part is done. All 32 lanes call it.
  __device__ static void finish_load(Barrier& barrier, unsigned) {
    __syncwarp();
    if (lane_in_warp() == 0) barrier::arrive(barrier);
  }
  __device__ static void finish_store(Barrier& barrier) { finish_load(barrier, 0); }
  /// Returns when the stores of the calling thread have left shared memory and are visible.
  __device__ static void drain() { __threadfence(); }

 private:
  __device__ static unsigned lane_in_warp() { return thread_in_block() % kWarp; }
};

}  // namespace warpscope::dma
