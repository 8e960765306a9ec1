// Two named barriers between those that fill a buffer and those that use it.
#pragma once

#include "named_barrier.h"

namespace cudadma {

/// The buffer of one object: its DMA threads fill it, its compute threads use it. Of the two
/// barriers, one says "the buffer is empty, fill it" and one "the buffer is full". Each is waited
/// at by one side, and the other only arrives.
class Handshake {
 public:
  /// `dma_id` counts from 0 and is unique among the objects of a kernel that are in use at once.
  /// Object 0 uses the barrier of __syncthreads. Thread counts are multiples of 32.
  __device__ __forceinline__ Handshake(const int dma_id, const int num_dma_threads,
                                       const int num_compute_threads, const int dma_threadIdx_start)
      : rank_(static_cast<int>(threadIdx.x) - dma_threadIdx_start),
        owns_this_thread_(rank_ >= 0 && rank_ < num_dma_threads),
        full_(dma_id << 1),
        empty_((dma_id << 1) + 1),
        num_threads_(num_dma_threads + num_compute_threads) {}

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
  int rank_;
  bool owns_this_thread_;
  int full_, empty_, num_threads_;
};

}  // namespace cudadma
