// cudaDMASequential: a contiguous block of bytes.
#pragma once

#include "../parts/constants.h"
#include "../parts/patterns.h"
#include "../parts/transfer.h"
#include "base.h"

namespace cudadma::v1 {

template <bool DO_SYNC, int ALIGNMENT>
using Sequential =
    Transfer<cudaDMA, DO_SYNC, SequentialWork<ALIGNMENT, Budget<ALIGNMENT, 4 * ALIGNMENT>::kLoads>>;

template <auto FIRST, int SECOND, int THIRD, int FOURTH>
struct SpelledSequential;

}  // namespace cudadma::v1

/// cudaDMASequential<DO_SYNC, ALIGNMENT, XFER_SIZE, DMA_THREADS>: the first is true for an object
/// with DMA threads of its own. XFER_SIZE in bytes, a multiple of 4, and DMA_THREADS are arguments
/// of the constructor when they are left out here.
///
/// The documentation has two more spellings, whose first parameter is a number: "Getting Started"
/// writes <ALIGNMENT, XFER_SIZE, DMA_THREADS> for an object with DMA threads, and "Documentation"
/// <BYTES_PER_THREAD, ALIGNMENT>, with 4 for ALIGNMENT when it is left out.
template <auto DO_SYNC, int ALIGNMENT = 0, int XFER_SIZE = 0, int DMA_THREADS = 0>
class cudaDMASequential
    : public cudadma::v1::SpelledSequential<DO_SYNC, ALIGNMENT, XFER_SIZE, DMA_THREADS>::Type {
 public:
  using Meant =
      typename cudadma::v1::SpelledSequential<DO_SYNC, ALIGNMENT, XFER_SIZE, DMA_THREADS>::Type;
  using Meant::Meant;
};

template <int ALIGNMENT, int XFER_SIZE, int DMA_THREADS>
class cudaDMASequential<true, ALIGNMENT, XFER_SIZE, DMA_THREADS>
    : public cudadma::v1::Sequential<true, ALIGNMENT> {
  static_assert(cudadma::Constants<true, 4, XFER_SIZE, DMA_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMASequential(const int dmaID, const int num_compute_threads,
                                               const int dma_threadIdx_start)
      : cudadma::v1::Sequential<true, ALIGNMENT>(
            cudadma::Team{dmaID, DMA_THREADS, num_compute_threads, dma_threadIdx_start},
            XFER_SIZE) {}
};

template <int ALIGNMENT, int XFER_SIZE>
class cudaDMASequential<true, ALIGNMENT, XFER_SIZE, 0>
    : public cudadma::v1::Sequential<true, ALIGNMENT> {
  static_assert(cudadma::Constants<true, 4, XFER_SIZE, 0>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMASequential(const int dmaID, const int num_dma_threads,
                                               const int num_compute_threads,
                                               const int dma_threadIdx_start)
      : cudadma::v1::Sequential<true, ALIGNMENT>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            XFER_SIZE) {}
};

template <int ALIGNMENT>
class cudaDMASequential<true, ALIGNMENT, 0, 0> : public cudadma::v1::Sequential<true, ALIGNMENT> {
 public:
  __device__ __forceinline__ cudaDMASequential(const int dmaID, const int num_dma_threads,
                                               const int num_compute_threads,
                                               const int dma_threadIdx_start, const int xfer_size)
      : cudadma::v1::Sequential<true, ALIGNMENT>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            xfer_size) {}
};

template <int ALIGNMENT, int XFER_SIZE, int TOTAL_THREADS>
class cudaDMASequential<false, ALIGNMENT, XFER_SIZE, TOTAL_THREADS>
    : public cudadma::v1::Sequential<false, ALIGNMENT> {
  static_assert(cudadma::Constants<false, 4, XFER_SIZE, TOTAL_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMASequential()
      : cudadma::v1::Sequential<false, ALIGNMENT>(cudadma::block_team(TOTAL_THREADS, 0),
                                                  XFER_SIZE) {}
};

template <int ALIGNMENT>
class cudaDMASequential<false, ALIGNMENT, 0, 0> : public cudadma::v1::Sequential<false, ALIGNMENT> {
 public:
  __device__ __forceinline__ explicit cudaDMASequential(const int xfer_size)
      : cudadma::v1::Sequential<false, ALIGNMENT>(cudadma::block_team(0, 0), xfer_size) {}
};

namespace cudadma::v1 {

/// The spelling of 2011: the object says how many bytes each DMA thread moves, at most.
template <int BYTES_PER_THREAD, int ALIGNMENT>
class SequentialOf2011
    : public Transfer<cudaDMA, true,
                      SequentialWork<ALIGNMENT, Budget<ALIGNMENT, BYTES_PER_THREAD>::kLoads>> {
  using Parent = Transfer<cudaDMA, true,
                          SequentialWork<ALIGNMENT, Budget<ALIGNMENT, BYTES_PER_THREAD>::kLoads>>;

 public:
  __device__ __forceinline__ SequentialOf2011(const int dmaID, const int num_dma_threads,
                                              const int num_compute_threads,
                                              const int dma_threadIdx_start)
      : SequentialOf2011(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start,
                         BYTES_PER_THREAD * num_dma_threads) {}
  __device__ __forceinline__ SequentialOf2011(const int dmaID, const int num_dma_threads,
                                              const int num_compute_threads,
                                              const int dma_threadIdx_start, const int sz)
      : Parent(Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start}, sz) {}
};

// <ALIGNMENT, XFER_SIZE, DMA_THREADS>
template <auto FIRST, int SECOND, int THIRD, int FOURTH>
struct SpelledSequential {
  static_assert(FOURTH == 0,
                "cudaDMASequential takes <DO_SYNC, ALIGNMENT, XFER_SIZE, DMA_THREADS>, the first a "
                "bool, or <ALIGNMENT, XFER_SIZE, DMA_THREADS>.");
  using Type = cudaDMASequential<true, FIRST, SECOND, THIRD>;
};
// <BYTES_PER_THREAD> and <BYTES_PER_THREAD, ALIGNMENT>
template <auto FIRST, int SECOND>
struct SpelledSequential<FIRST, SECOND, 0, 0> {
  using Type = SequentialOf2011<FIRST, SECOND == 0 ? 4 : SECOND>;
};

}  // namespace cudadma::v1
