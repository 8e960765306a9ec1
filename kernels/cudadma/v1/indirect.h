// cudaDMAIndirect: gather and scatter.
#pragma once

#include "../parts/constants.h"
#include "../parts/patterns.h"
#include "../parts/transfer.h"
#include "base.h"

namespace cudadma::v1 {

template <bool GATHER, bool DO_SYNC, int ALIGNMENT>
using Indirect =
    IndexedTransfer<cudaDMA, DO_SYNC,
                    IndirectWork<GATHER, ALIGNMENT, Budget<ALIGNMENT, 4 * ALIGNMENT>::kLoads>>;

}  // namespace cudadma::v1

/// cudaDMAIndirect<GATHER, DO_SYNC, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>: with GATHER
/// element i comes from src_ptr + index_ptr[i] * BYTES_PER_ELMT and goes to dst_ptr +
/// i * BYTES_PER_ELMT, otherwise the other way round. What is left out from the right on is an
/// argument of the constructor.
template <bool GATHER, bool DO_SYNC, int ALIGNMENT, int BYTES_PER_ELMT = 0, int DMA_THREADS = 0,
          int NUM_ELMTS = 0>
class cudaDMAIndirect;

template <bool GATHER, int ALIGNMENT, int BYTES_PER_ELMT, int DMA_THREADS, int NUM_ELMTS>
class cudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>
    : public cudadma::v1::Indirect<GATHER, true, ALIGNMENT> {
  static_assert(
      cudadma::Constants<true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMAIndirect(const int dmaID, const int num_compute_threads,
                                             const int dma_threadIdx_start)
      : cudadma::v1::Indirect<GATHER, true, ALIGNMENT>(
            cudadma::Team{dmaID, DMA_THREADS, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, NUM_ELMTS, BYTES_PER_ELMT) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_ELMT, int DMA_THREADS>
class cudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, 0>
    : public cudadma::v1::Indirect<GATHER, true, ALIGNMENT> {
  static_assert(cudadma::Constants<true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMAIndirect(const int dmaID, const int num_compute_threads,
                                             const int dma_threadIdx_start, const int num_elmts)
      : cudadma::v1::Indirect<GATHER, true, ALIGNMENT>(
            cudadma::Team{dmaID, DMA_THREADS, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, num_elmts, BYTES_PER_ELMT) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_ELMT>
class cudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_ELMT, 0, 0>
    : public cudadma::v1::Indirect<GATHER, true, ALIGNMENT> {
  static_assert(cudadma::Constants<true, ALIGNMENT, BYTES_PER_ELMT, 0>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMAIndirect(const int dmaID, const int num_dma_threads,
                                             const int num_compute_threads,
                                             const int dma_threadIdx_start, const int num_elmts)
      : cudadma::v1::Indirect<GATHER, true, ALIGNMENT>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, num_elmts, BYTES_PER_ELMT) {}
};

template <bool GATHER, int ALIGNMENT>
class cudaDMAIndirect<GATHER, true, ALIGNMENT, 0, 0, 0>
    : public cudadma::v1::Indirect<GATHER, true, ALIGNMENT> {
 public:
  __device__ __forceinline__ cudaDMAIndirect(const int dmaID, const int num_dma_threads,
                                             const int num_compute_threads,
                                             const int dma_threadIdx_start,
                                             const int bytes_per_elmt, const int num_elmts)
      : cudadma::v1::Indirect<GATHER, true, ALIGNMENT>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            bytes_per_elmt, num_elmts, bytes_per_elmt) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_ELMT, int TOTAL_THREADS, int NUM_ELMTS>
class cudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS, NUM_ELMTS>
    : public cudadma::v1::Indirect<GATHER, false, ALIGNMENT> {
  static_assert(
      cudadma::Constants<false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS, NUM_ELMTS>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMAIndirect()
      : cudadma::v1::Indirect<GATHER, false, ALIGNMENT>(
            cudadma::block_team(TOTAL_THREADS, 0), BYTES_PER_ELMT, NUM_ELMTS, BYTES_PER_ELMT) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_ELMT, int TOTAL_THREADS>
class cudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS, 0>
    : public cudadma::v1::Indirect<GATHER, false, ALIGNMENT> {
  static_assert(cudadma::Constants<false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ explicit cudaDMAIndirect(const int num_elmts)
      : cudadma::v1::Indirect<GATHER, false, ALIGNMENT>(
            cudadma::block_team(TOTAL_THREADS, 0), BYTES_PER_ELMT, num_elmts, BYTES_PER_ELMT) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_ELMT>
class cudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_ELMT, 0, 0>
    : public cudadma::v1::Indirect<GATHER, false, ALIGNMENT> {
  static_assert(cudadma::Constants<false, ALIGNMENT, BYTES_PER_ELMT, 0>::kAreRight);

 public:
  __device__ __forceinline__ explicit cudaDMAIndirect(const int num_elmts)
      : cudadma::v1::Indirect<GATHER, false, ALIGNMENT>(cudadma::block_team(0, 0), BYTES_PER_ELMT,
                                                        num_elmts, BYTES_PER_ELMT) {}
};

template <bool GATHER, int ALIGNMENT>
class cudaDMAIndirect<GATHER, false, ALIGNMENT, 0, 0, 0>
    : public cudadma::v1::Indirect<GATHER, false, ALIGNMENT> {
 public:
  __device__ __forceinline__ cudaDMAIndirect(const int bytes_per_elmt, const int num_elmts)
      : cudadma::v1::Indirect<GATHER, false, ALIGNMENT>(cudadma::block_team(0, 0), bytes_per_elmt,
                                                        num_elmts, bytes_per_elmt) {}
};
