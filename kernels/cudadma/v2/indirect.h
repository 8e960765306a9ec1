// CudaDMAIndirect: gather and scatter.
#pragma once

#include "../parts/constants.h"
#include "../parts/diagnosis.h"
#include "../parts/patterns.h"
#include "../parts/transfer.h"
#include "base.h"

namespace cudadma::v2 {

template <bool GATHER, bool DO_SYNC, int ALIGNMENT, int BYTES_PER_THREAD>
using IndirectTransfer =
    IndexedTransfer<CudaDMA, DO_SYNC,
                    IndirectWork<GATHER, ALIGNMENT, Budget<ALIGNMENT, BYTES_PER_THREAD>::kLoads>>;

template <bool GATHER, bool DO_SYNC, int ALIGNMENT, int BYTES_PER_THREAD>
class Indirect : public IndirectTransfer<GATHER, DO_SYNC, ALIGNMENT, BYTES_PER_THREAD> {
 public:
  __device__ __forceinline__ Indirect(const Team& team, int bytes, int count, int alternate_stride)
      : IndirectTransfer<GATHER, DO_SYNC, ALIGNMENT, BYTES_PER_THREAD>(
            team, bytes, count, alternate_stride > bytes ? alternate_stride : bytes) {}
};

}  // namespace cudadma::v2

/// CudaDMAIndirect<GATHER, DO_SYNC, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS,
/// NUM_ELMTS>: what is left out from the right on is an argument of the constructor. The numbers of
/// the index array count elements of BYTES_PER_ELMT bytes. alternate_stride is the distance in
/// bytes of the elements on the other side, the destination of a gather and the source of a
/// scatter; they are dense unless it is more than the size of an element.
template <bool GATHER = true, bool DO_SYNC = false, int ALIGNMENT = 0,
          int BYTES_PER_THREAD = 4 * ALIGNMENT, int BYTES_PER_ELMT = 0, int DMA_THREADS = 0,
          int NUM_ELMTS = 0>
class CudaDMAIndirect;

namespace cudadma::v2 {

/// What a choice of parameters comes to, for the host: CudaDMAIndirect<>::diagnose(...).
class IndirectDiagnosis {
 public:
  static void diagnose(int alignment, int bytes_per_thread, int bytes_per_elmt, int num_dma_threads,
                       int num_elmts, bool fully_templated, bool verbose = false) {
    cudadma::print_diagnosis(
        "CudaDMAIndirect", {alignment, bytes_per_thread, bytes_per_elmt, num_dma_threads, num_elmts,
                            fully_templated, verbose});
  }

  /// The form of this class's own page, without the number of elements: for one.
  static void diagnose(int alignment, int bytes_per_thread, int bytes_per_elmt, int num_dma_threads,
                       bool fully_templated, bool verbose = false) {
    diagnose(alignment, bytes_per_thread, bytes_per_elmt, num_dma_threads, 1, fully_templated,
             verbose);
  }
};

}  // namespace cudadma::v2

template <bool GATHER>
class CudaDMAIndirect<GATHER, true, 0, 0, 0, 0, 0> : public cudadma::v2::IndirectDiagnosis {};
template <bool GATHER>
class CudaDMAIndirect<GATHER, false, 0, 0, 0, 0, 0> : public cudadma::v2::IndirectDiagnosis {};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT, int DMA_THREADS,
          int NUM_ELMTS>
class CudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS,
                      NUM_ELMTS>
    : public cudadma::v2::Indirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(
      cudadma::Constants<true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMAIndirect(const int dmaID, const int num_compute_threads,
                                             const int dma_threadIdx_start,
                                             const int alternate_stride = 0)
      : cudadma::v2::Indirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, DMA_THREADS, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, NUM_ELMTS, alternate_stride) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT, int DMA_THREADS>
class CudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS, 0>
    : public cudadma::v2::Indirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMAIndirect(const int dmaID, const int num_compute_threads,
                                             const int dma_threadIdx_start, const int num_elmts,
                                             const int alternate_stride = 0)
      : cudadma::v2::Indirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, DMA_THREADS, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, num_elmts, alternate_stride) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT>
class CudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, 0, 0>
    : public cudadma::v2::Indirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<true, ALIGNMENT, BYTES_PER_ELMT, 0>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMAIndirect(const int dmaID, const int num_dma_threads,
                                             const int num_compute_threads,
                                             const int dma_threadIdx_start, const int num_elmts,
                                             const int alternate_stride = 0)
      : cudadma::v2::Indirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            BYTES_PER_ELMT, num_elmts, alternate_stride) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_THREAD>
class CudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD, 0, 0, 0>
    : public cudadma::v2::Indirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD> {
 public:
  __device__ __forceinline__ CudaDMAIndirect(const int dmaID, const int num_dma_threads,
                                             const int num_compute_threads,
                                             const int dma_threadIdx_start,
                                             const int bytes_per_elmt, const int num_elmts,
                                             const int alternate_stride = 0)
      : cudadma::v2::Indirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            bytes_per_elmt, num_elmts, alternate_stride) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT, int TOTAL_THREADS,
          int NUM_ELMTS>
class CudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, TOTAL_THREADS,
                      NUM_ELMTS>
    : public cudadma::v2::Indirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(
      cudadma::Constants<false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS, NUM_ELMTS>::kAreRight);

 public:
  __device__ __forceinline__ explicit CudaDMAIndirect(const int alternate_stride = 0,
                                                      const int dma_threadIdx_start = 0)
      : cudadma::v2::Indirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(TOTAL_THREADS, dma_threadIdx_start), BYTES_PER_ELMT, NUM_ELMTS,
            alternate_stride) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT, int TOTAL_THREADS>
class CudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, TOTAL_THREADS, 0>
    : public cudadma::v2::Indirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ explicit CudaDMAIndirect(const int num_elmts,
                                                      const int alternate_stride = 0,
                                                      const int dma_threadIdx_start = 0)
      : cudadma::v2::Indirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(TOTAL_THREADS, dma_threadIdx_start), BYTES_PER_ELMT, num_elmts,
            alternate_stride) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_THREAD, int BYTES_PER_ELMT>
class CudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, 0, 0>
    : public cudadma::v2::Indirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<false, ALIGNMENT, BYTES_PER_ELMT, 0>::kAreRight);

 public:
  __device__ __forceinline__ explicit CudaDMAIndirect(const int num_elmts,
                                                      const int alternate_stride = 0,
                                                      const int num_dma_threads = 0,
                                                      const int dma_threadIdx_start = 0)
      : cudadma::v2::Indirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(num_dma_threads, dma_threadIdx_start), BYTES_PER_ELMT, num_elmts,
            alternate_stride) {}
};

template <bool GATHER, int ALIGNMENT, int BYTES_PER_THREAD>
class CudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD, 0, 0, 0>
    : public cudadma::v2::Indirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD> {
 public:
  __device__ __forceinline__ CudaDMAIndirect(const int bytes_per_elmt, const int num_elmts,
                                             const int alternate_stride = 0,
                                             const int num_dma_threads = 0,
                                             const int dma_threadIdx_start = 0)
      : cudadma::v2::Indirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(num_dma_threads, dma_threadIdx_start), bytes_per_elmt, num_elmts,
            alternate_stride) {}
};
