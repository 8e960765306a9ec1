// CudaDMAStrided: elements at equal distances.
#pragma once

#include "../parts/constants.h"
#include "../parts/diagnosis.h"
#include "../parts/patterns.h"
#include "../parts/transfer.h"
#include "base.h"

namespace cudadma::v2 {

template <bool DO_SYNC, int ALIGNMENT, int BYTES_PER_THREAD>
using Strided =
    Transfer<CudaDMA, DO_SYNC, StridedWork<ALIGNMENT, Budget<ALIGNMENT, BYTES_PER_THREAD>::kLoads>>;

}  // namespace cudadma::v2

/// CudaDMAStrided<DO_SYNC, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>:
/// what is left out from the right on is an argument of the constructor. BYTES_PER_THREAD is what a
/// thread has in registers at once. Sizes and strides are in bytes; strides and pointers are
/// multiples of ALIGNMENT, sizes of 4. Without dst_stride it is src_stride.
template <bool DO_SYNC = false, int ALIGNMENT = 0, int BYTES_PER_THREAD = 4 * ALIGNMENT,
          int BYTES_PER_ELMT = 0, int DMA_THREADS = 0, int NUM_ELMTS = 0>
class CudaDMAStrided;

namespace cudadma::v2 {

/// What a choice of parameters comes to, for the host: CudaDMAStrided<>::diagnose(...).
class StridedDiagnosis {
 public:
  static void diagnose(int alignment, int bytes_per_thread, int bytes_per_elmt, int num_dma_threads,
                       int num_elmts, bool fully_templated, bool verbose = false) {
    cudadma::print_diagnosis(
        "CudaDMAStrided", {alignment, bytes_per_thread, bytes_per_elmt, num_dma_threads, num_elmts,
                           fully_templated, verbose});
  }
};

}  // namespace cudadma::v2

template <>
class CudaDMAStrided<true, 0, 0, 0, 0, 0> : public cudadma::v2::StridedDiagnosis {};
template <>
class CudaDMAStrided<false, 0, 0, 0, 0, 0> : public cudadma::v2::StridedDiagnosis {};

template <int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT, int DMA_THREADS, int NUM_ELMTS>
class CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>
    : public cudadma::v2::Strided<true, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<true, 4, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMAStrided(const int dmaID, const int num_compute_threads,
                                            const int dma_threadIdx_start, const int src_stride,
                                            const int dst_stride)
      : cudadma::v2::Strided<true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, DMA_THREADS, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, NUM_ELMTS, src_stride, dst_stride) {}
  __device__ __forceinline__ CudaDMAStrided(const int dmaID, const int num_compute_threads,
                                            const int dma_threadIdx_start, const int src_stride)
      : CudaDMAStrided(dmaID, num_compute_threads, dma_threadIdx_start, src_stride, src_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT, int DMA_THREADS>
class CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS, 0>
    : public cudadma::v2::Strided<true, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<true, 4, BYTES_PER_ELMT, DMA_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMAStrided(const int dmaID, const int num_compute_threads,
                                            const int dma_threadIdx_start, const int num_elmts,
                                            const int src_stride, const int dst_stride)
      : cudadma::v2::Strided<true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, DMA_THREADS, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, num_elmts, src_stride, dst_stride) {}
  __device__ __forceinline__ CudaDMAStrided(const int dmaID, const int num_compute_threads,
                                            const int dma_threadIdx_start, const int num_elmts,
                                            const int src_stride)
      : CudaDMAStrided(dmaID, num_compute_threads, dma_threadIdx_start, num_elmts, src_stride,
                       src_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT>
class CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, 0, 0>
    : public cudadma::v2::Strided<true, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<true, 4, BYTES_PER_ELMT, 0>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMAStrided(const int dmaID, const int num_dma_threads,
                                            const int num_compute_threads,
                                            const int dma_threadIdx_start, const int num_elmts,
                                            const int src_stride, const int dst_stride)
      : cudadma::v2::Strided<true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, num_elmts, src_stride, dst_stride) {}
  __device__ __forceinline__ CudaDMAStrided(const int dmaID, const int num_dma_threads,
                                            const int num_compute_threads,
                                            const int dma_threadIdx_start, const int num_elmts,
                                            const int src_stride)
      : CudaDMAStrided(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, num_elmts,
                       src_stride, src_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD>
class CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD, 0, 0, 0>
    : public cudadma::v2::Strided<true, ALIGNMENT, BYTES_PER_THREAD> {
 public:
  __device__ __forceinline__ CudaDMAStrided(const int dmaID, const int num_dma_threads,
                                            const int num_compute_threads,
                                            const int dma_threadIdx_start, const int bytes_per_elmt,
                                            const int num_elmts, const int src_stride,
                                            const int dst_stride)
      : cudadma::v2::Strided<true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            bytes_per_elmt, num_elmts, src_stride, dst_stride) {}
  __device__ __forceinline__ CudaDMAStrided(const int dmaID, const int num_dma_threads,
                                            const int num_compute_threads,
                                            const int dma_threadIdx_start, const int bytes_per_elmt,
                                            const int num_elmts, const int src_stride)
      : CudaDMAStrided(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start,
                       bytes_per_elmt, num_elmts, src_stride, src_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT, int TOTAL_THREADS, int NUM_ELMTS>
class CudaDMAStrided<false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, TOTAL_THREADS, NUM_ELMTS>
    : public cudadma::v2::Strided<false, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<false, 4, BYTES_PER_ELMT, TOTAL_THREADS, NUM_ELMTS>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMAStrided(const int src_stride, const int dst_stride,
                                            const int dma_threadIdx_start = 0)
      : cudadma::v2::Strided<false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(TOTAL_THREADS, dma_threadIdx_start), BYTES_PER_ELMT, NUM_ELMTS,
            src_stride, dst_stride) {}
  __device__ __forceinline__ explicit CudaDMAStrided(const int src_stride)
      : CudaDMAStrided(src_stride, src_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT, int TOTAL_THREADS>
class CudaDMAStrided<false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, TOTAL_THREADS, 0>
    : public cudadma::v2::Strided<false, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<false, 4, BYTES_PER_ELMT, TOTAL_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMAStrided(const int num_elmts, const int src_stride,
                                            const int dst_stride, const int dma_threadIdx_start = 0)
      : cudadma::v2::Strided<false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(TOTAL_THREADS, dma_threadIdx_start), BYTES_PER_ELMT, num_elmts,
            src_stride, dst_stride) {}
  __device__ __forceinline__ CudaDMAStrided(const int num_elmts, const int src_stride)
      : CudaDMAStrided(num_elmts, src_stride, src_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT>
class CudaDMAStrided<false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, 0, 0>
    : public cudadma::v2::Strided<false, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<false, 4, BYTES_PER_ELMT, 0>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMAStrided(const int num_elmts, const int src_stride,
                                            const int dst_stride, const int num_dma_threads = 0,
                                            const int dma_threadIdx_start = 0)
      : cudadma::v2::Strided<false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(num_dma_threads, dma_threadIdx_start), BYTES_PER_ELMT, num_elmts,
            src_stride, dst_stride) {}
  __device__ __forceinline__ CudaDMAStrided(const int num_elmts, const int src_stride)
      : CudaDMAStrided(num_elmts, src_stride, src_stride) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD>
class CudaDMAStrided<false, ALIGNMENT, BYTES_PER_THREAD, 0, 0, 0>
    : public cudadma::v2::Strided<false, ALIGNMENT, BYTES_PER_THREAD> {
 public:
  __device__ __forceinline__ CudaDMAStrided(const int bytes_per_elmt, const int num_elmts,
                                            const int src_stride, const int dst_stride,
                                            const int num_dma_threads = 0,
                                            const int dma_threadIdx_start = 0)
      : cudadma::v2::Strided<false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(num_dma_threads, dma_threadIdx_start), bytes_per_elmt, num_elmts,
            src_stride, dst_stride) {}
  __device__ __forceinline__ CudaDMAStrided(const int bytes_per_elmt, const int num_elmts,
                                            const int src_stride)
      : CudaDMAStrided(bytes_per_elmt, num_elmts, src_stride, src_stride) {}
};
