// Which threads of a block carry a transfer, and how many use it.
#pragma once

#include "kernels/dma/value.cuh"

namespace warpscope::dma {

inline constexpr unsigned kWarp = 32;

/// This thread's number in its block, x fastest (CUDA C++ Programming Guide, thread hierarchy).
__device__ inline unsigned thread_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/// One of the threads that carry a transfer together.
struct Lane {
  unsigned rank;   ///< 0 … count - 1
  unsigned count;  ///< of threads, a multiple of 32
};

/// The DMA threads `first` … `first + dma_threads - 1` of a block, and the number of threads that
/// compute. All three are threads, multiples of 32, fixed or not. The compute threads lie together
/// before the DMA threads or behind them; or the two groups are the same threads: then the block
/// copies for itself.
template <Value First, Value DmaThreads, Value ComputeThreads>
class Team {
  static_assert(may_be_multiple_of<First>(kWarp) && may_be_multiple_of<DmaThreads>(kWarp) &&
                    may_be_multiple_of<ComputeThreads>(kWarp),
                "A team consists of whole warps: give the first thread and both numbers of threads "
                "as multiples of 32.");

 public:
  __device__ constexpr Team(First first, DmaThreads dma_threads, ComputeThreads compute_threads)
      : first_(first), dma_threads_(dma_threads), compute_threads_(compute_threads) {}

  __device__ unsigned first() const { return static_cast<unsigned>(number(first_)); }
  __device__ unsigned dma_threads() const { return static_cast<unsigned>(number(dma_threads_)); }
  __device__ unsigned compute_threads() const {
    return static_cast<unsigned>(number(compute_threads_));
  }
  __device__ unsigned dma_warps() const { return dma_threads() / kWarp; }
  __device__ unsigned compute_warps() const { return compute_threads() / kWarp; }

  /// Whether the calling thread is a DMA thread.
  __device__ bool owns_this_thread() const { return thread_in_block() - first() < dma_threads(); }
  /// The calling DMA thread among the others.
  __device__ Lane lane() const { return {thread_in_block() - first(), dma_threads()}; }

 private:
  First first_;
  DmaThreads dma_threads_;
  ComputeThreads compute_threads_;
};

}  // namespace warpscope::dma
