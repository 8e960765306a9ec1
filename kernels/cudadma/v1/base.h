// cudaDMA: what all objects of version 1 have.
#pragma once

#include "../parts/handshake.h"

/// An object without a transfer: the split into DMA and compute threads and their signals.
class cudaDMA : public cudadma::Handshake {
 public:
  /// See cudadma::Handshake.
  __device__ __forceinline__ cudaDMA(const int dmaID, const int num_dma_threads,
                                     const int num_compute_threads, const int dma_threadIdx_start,
                                     const bool has_dma_threads = true)
      : cudadma::Handshake(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start,
                           has_dma_threads),
        dma_tid(rank()) {}

  /// The calling thread's number among the DMA threads.
  const int dma_tid;
};
