// Two named barriers between those that fill a buffer and those that use it.
#pragma once

#include "constants.h"
#include "named_barrier.h"
#include "require.h"

namespace cudadma {

/// The buffer of one object: its DMA threads fill it, its compute threads use it. Of the two
/// barriers, one says "the buffer is empty, fill it" and one "the buffer is full". Each is waited
/// at by one side, and the other only arrives.
class Handshake {
 public:
  /// `dma_id` counts from 0 and is unique among the objects of a kernel that are in use at once.
  /// Object 0 uses the barrier of __syncthreads. Thread counts are multiples of 32, but for an
  /// object without DMA threads of its own, which never signals. Other numbers stop the kernel.
  __device__ __forceinline__ Handshake(const int dma_id, const int num_dma_threads,
                                       const int num_compute_threads, const int dma_threadIdx_start,
                                       const bool has_dma_threads = true)
      : rank_(static_cast<int>(threadIdx.x) - dma_threadIdx_start),
        owns_this_thread_(rank_ >= 0 && rank_ < num_dma_threads),
        full_(dma_id << 1),
        empty_((dma_id << 1) + 1),
        num_threads_(num_dma_threads + num_compute_threads) {
    if (has_dma_threads) {
      require_warps(dma_id, num_dma_threads, num_compute_threads, dma_threadIdx_start);
    } else {
      require(num_dma_threads > 0 && dma_threadIdx_start >= 0,
              "The number of threads that copy is above 0, and the first of them is not negative");
      require(dma_threadIdx_start + num_dma_threads <= static_cast<int>(blockDim.x),
              "The block has fewer threads than the object shares its work among: TOTAL_THREADS, "
              "or num_dma_threads from dma_threadIdx_start on, must be threads of the block");
    }
  }

  /// Whether the calling thread is one of the object's DMA threads.
  __device__ __forceinline__ bool owns_this_thread() const { return owns_this_thread_; }

  /// Compute threads: the buffer may be filled. Does not wait.
  __device__ __forceinline__ void start_async_dma() const {
    ptx_cudaDMA_barrier_nonblocking(empty_, num_threads_);
  }
  /// Compute threads: waits until the buffer is full.
  __device__ __forceinline__ void wait_for_dma_finish() const {
    ptx_cudaDMA_barrier_blocking(full_, num_threads_);
  }
  /// DMA threads: waits until the buffer may be filled.
  __device__ __forceinline__ void wait_for_dma_start() const {
    ptx_cudaDMA_barrier_blocking(empty_, num_threads_);
  }
  /// DMA threads: the buffer is full. Does not wait.
  __device__ __forceinline__ void finish_async_dma() const {
    ptx_cudaDMA_barrier_nonblocking(full_, num_threads_);
  }

 protected:
  /// The calling thread's number among the DMA threads.
  __device__ __forceinline__ int rank() const { return rank_; }

 private:
  __device__ __forceinline__ static void require_warps(int dma_id, int num_dma_threads,
                                                       int num_compute_threads,
                                                       int dma_threadIdx_start) {
    constexpr int kObjects = 8, kWarp = 32;
    require(dma_id >= 0 && dma_id < kObjects,
            "dmaID is 0 to 7: a block has 16 named barriers, two for each object");
    require(num_dma_threads > 0 && num_dma_threads <= kMostThreads && num_dma_threads % kWarp == 0,
            "The number of DMA threads is a multiple of 32 from 32 to 1024");
    require(num_compute_threads >= 0 && num_compute_threads <= kMostThreads &&
                num_compute_threads % kWarp == 0,
            "The number of compute threads is a multiple of 32 up to 1024");
    require(dma_threadIdx_start >= 0 && dma_threadIdx_start % kWarp == 0,
            "The DMA threads begin with a warp: dma_threadIdx_start is a multiple of 32");
    require(dma_threadIdx_start + num_dma_threads <= static_cast<int>(blockDim.x),
            "The block lacks DMA threads: launch it with dma_threadIdx_start + num_dma_threads "
            "threads at least");
  }

  int rank_;
  bool owns_this_thread_;
  int full_, empty_, num_threads_;
};

}  // namespace cudadma
