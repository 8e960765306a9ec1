// cudaDMAStrided: elements at equal distances.
#pragma once

#include "../parts/constants.h"
#include "../parts/patterns.h"
#include "../parts/transfer.h"
#include "base.h"

namespace cudadma::v1 {

template <bool DO_SYNC, int ALIGNMENT>
using Strided =
    Transfer<cudaDMA, DO_SYNC, StridedWork<ALIGNMENT, Budget<ALIGNMENT, 4 * ALIGNMENT>::kLoads>>;

/// The spelling of 2011, <BYTES_PER_THREAD>: elements of el_sz bytes at a distance of el_stride
/// bytes become dense. Without el_cnt there are as many as all DMA threads may move.
template <int BYTES_PER_THREAD>
class StridedOf2011
    : public Transfer<cudaDMA, true, StridedWork<4, Budget<4, BYTES_PER_THREAD>::kLoads>> {
  using Parent = Transfer<cudaDMA, true, StridedWork<4, Budget<4, BYTES_PER_THREAD>::kLoads>>;

 public:
  __device__ __forceinline__ StridedOf2011(const int dmaID, const int num_dma_threads,
                                           const int num_compute_threads,
                                           const int dma_threadIdx_start, const int el_sz,
                                           const int el_stride)
      : StridedOf2011(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, el_sz,
                      num_dma_threads * BYTES_PER_THREAD / el_sz, el_stride) {}
  __device__ __forceinline__ StridedOf2011(const int dmaID, const int num_dma_threads,
                                           const int num_compute_threads,
                                           const int dma_threadIdx_start, const int el_sz,
                                           const int el_cnt, const int el_stride)
      : Parent(Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start}, el_sz,
               el_cnt, el_stride, el_sz) {}
};

}  // namespace cudadma::v1

/// cudaDMAStrided<DO_SYNC, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>: what is left out
/// from the right on is an argument of the constructor. Sizes and strides are in bytes; strides and
/// pointers are multiples of ALIGNMENT, sizes of 4. Without dst_stride the destination is dense.
/// cudaDMAStrided<BYTES_PER_THREAD> is the spelling of 2011.
template <auto DO_SYNC, int ALIGNMENT = 0, int BYTES_PER_ELMT = 0, int DMA_THREADS = 0,
          int NUM_ELMTS = 0>
class cudaDMAStrided : public cudadma::v1::StridedOf2011<DO_SYNC> {
  static_assert(
      ALIGNMENT == 0,
      "cudaDMAStrided takes <DO_SYNC, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>, "
      "the first a bool, or <BYTES_PER_THREAD>.");

 public:
  using cudadma::v1::StridedOf2011<DO_SYNC>::StridedOf2011;
};

template <int ALIGNMENT, int BYTES_PER_ELMT, int DMA_THREADS, int NUM_ELMTS>
class cudaDMAStrided<true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>
    : public cudadma::v1::Strided<true, ALIGNMENT> {
  static_assert(cudadma::Constants<true, 4, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMAStrided(const int dmaID, const int num_compute_threads,
                                            const int dma_threadIdx_start, const int src_stride,
                                            const int dst_stride = BYTES_PER_ELMT)
      : cudadma::v1::Strided<true, ALIGNMENT>(
            cudadma::Team{dmaID, DMA_THREADS, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, NUM_ELMTS, src_stride, dst_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_ELMT, int DMA_THREADS>
class cudaDMAStrided<true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, 0>
    : public cudadma::v1::Strided<true, ALIGNMENT> {
  static_assert(cudadma::Constants<true, 4, BYTES_PER_ELMT, DMA_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMAStrided(const int dmaID, const int num_compute_threads,
                                            const int dma_threadIdx_start, const int num_elmts,
                                            const int src_stride,
                                            const int dst_stride = BYTES_PER_ELMT)
      : cudadma::v1::Strided<true, ALIGNMENT>(
            cudadma::Team{dmaID, DMA_THREADS, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, num_elmts, src_stride, dst_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_ELMT>
class cudaDMAStrided<true, ALIGNMENT, BYTES_PER_ELMT, 0, 0>
    : public cudadma::v1::Strided<true, ALIGNMENT> {
  static_assert(cudadma::Constants<true, 4, BYTES_PER_ELMT, 0>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMAStrided(const int dmaID, const int num_dma_threads,
                                            const int num_compute_threads,
                                            const int dma_threadIdx_start, const int num_elmts,
                                            const int src_stride,
                                            const int dst_stride = BYTES_PER_ELMT)
      : cudadma::v1::Strided<true, ALIGNMENT>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, num_elmts, src_stride, dst_stride) {}
};

template <int ALIGNMENT>
class cudaDMAStrided<true, ALIGNMENT, 0, 0, 0> : public cudadma::v1::Strided<true, ALIGNMENT> {
 public:
  __device__ __forceinline__ cudaDMAStrided(const int dmaID, const int num_dma_threads,
                                            const int num_compute_threads,
                                            const int dma_threadIdx_start, const int bytes_per_elmt,
                                            const int num_elmts, const int src_stride,
                                            const int dst_stride)
      : cudadma::v1::Strided<true, ALIGNMENT>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            bytes_per_elmt, num_elmts, src_stride, dst_stride) {}
  __device__ __forceinline__ cudaDMAStrided(const int dmaID, const int num_dma_threads,
                                            const int num_compute_threads,
                                            const int dma_threadIdx_start, const int bytes_per_elmt,
                                            const int num_elmts, const int src_stride)
      : cudaDMAStrided(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start,
                       bytes_per_elmt, num_elmts, src_stride, bytes_per_elmt) {}
};

template <int ALIGNMENT, int BYTES_PER_ELMT, int TOTAL_THREADS, int NUM_ELMTS>
class cudaDMAStrided<false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS, NUM_ELMTS>
    : public cudadma::v1::Strided<false, ALIGNMENT> {
  static_assert(cudadma::Constants<false, 4, BYTES_PER_ELMT, TOTAL_THREADS, NUM_ELMTS>::kAreRight);

 public:
  __device__ __forceinline__ explicit cudaDMAStrided(const int src_stride,
                                                     const int dst_stride = BYTES_PER_ELMT)
      : cudadma::v1::Strided<false, ALIGNMENT>(cudadma::block_team(TOTAL_THREADS, 0),
                                               BYTES_PER_ELMT, NUM_ELMTS, src_stride, dst_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_ELMT, int TOTAL_THREADS>
class cudaDMAStrided<false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS, 0>
    : public cudadma::v1::Strided<false, ALIGNMENT> {
  static_assert(cudadma::Constants<false, 4, BYTES_PER_ELMT, TOTAL_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMAStrided(const int num_elmts, const int src_stride,
                                            const int dst_stride = BYTES_PER_ELMT)
      : cudadma::v1::Strided<false, ALIGNMENT>(cudadma::block_team(TOTAL_THREADS, 0),
                                               BYTES_PER_ELMT, num_elmts, src_stride, dst_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_ELMT>
class cudaDMAStrided<false, ALIGNMENT, BYTES_PER_ELMT, 0, 0>
    : public cudadma::v1::Strided<false, ALIGNMENT> {
  static_assert(cudadma::Constants<false, 4, BYTES_PER_ELMT, 0>::kAreRight);

 public:
  __device__ __forceinline__ cudaDMAStrided(const int num_elmts, const int src_stride,
                                            const int dst_stride = BYTES_PER_ELMT)
      : cudadma::v1::Strided<false, ALIGNMENT>(cudadma::block_team(0, 0), BYTES_PER_ELMT, num_elmts,
                                               src_stride, dst_stride) {}
};

template <int ALIGNMENT>
class cudaDMAStrided<false, ALIGNMENT, 0, 0, 0> : public cudadma::v1::Strided<false, ALIGNMENT> {
 public:
  __device__ __forceinline__ cudaDMAStrided(const int bytes_per_elmt, const int num_elmts,
                                            const int src_stride, const int dst_stride)
      : cudadma::v1::Strided<false, ALIGNMENT>(cudadma::block_team(0, 0), bytes_per_elmt, num_elmts,
                                               src_stride, dst_stride) {}
  __device__ __forceinline__ cudaDMAStrided(const int bytes_per_elmt, const int num_elmts,
                                            const int src_stride)
      : cudaDMAStrided(bytes_per_elmt, num_elmts, src_stride, bytes_per_elmt) {}
};
