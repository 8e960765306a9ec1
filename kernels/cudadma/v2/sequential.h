// CudaDMASequential: a contiguous block of bytes.
#pragma once

#include "../parts/constants.h"
#include "../parts/diagnosis.h"
#include "../parts/patterns.h"
#include "../parts/transfer.h"
#include "base.h"

namespace cudadma::v2 {

template <bool DO_SYNC, int ALIGNMENT, int BYTES_PER_THREAD>
using Sequential = Transfer<CudaDMA, DO_SYNC,
                            SequentialWork<ALIGNMENT, Budget<ALIGNMENT, BYTES_PER_THREAD>::kLoads>>;

}  // namespace cudadma::v2

/// CudaDMASequential<DO_SYNC, ALIGNMENT, BYTES_PER_THREAD, XFER_SIZE, DMA_THREADS>: what is left
/// out from the right on is an argument of the constructor. BYTES_PER_THREAD is what a thread has
/// in registers at once; XFER_SIZE is in bytes, a multiple of 4. An object without DMA threads of
/// its own (DO_SYNC is false) uses all threads of the block, or those that its constructor names.
template <bool DO_SYNC = false, int ALIGNMENT = 0, int BYTES_PER_THREAD = 4 * ALIGNMENT,
          int XFER_SIZE = 0, int DMA_THREADS = 0>
class CudaDMASequential;

namespace cudadma::v2 {

/// What a choice of parameters comes to, for the host: CudaDMASequential<>::diagnose(...).
class SequentialDiagnosis {
 public:
  static void diagnose(int alignment, int bytes_per_thread, int bytes_per_elmt, int num_dma_threads,
                       bool fully_templated, bool verbose = false) {
    cudadma::print_diagnosis("CudaDMASequential", {alignment, bytes_per_thread, bytes_per_elmt,
                                                   num_dma_threads, 1, fully_templated, verbose});
  }
};

}  // namespace cudadma::v2

template <>
class CudaDMASequential<true, 0, 0, 0, 0> : public cudadma::v2::SequentialDiagnosis {};
template <>
class CudaDMASequential<false, 0, 0, 0, 0> : public cudadma::v2::SequentialDiagnosis {};

template <int ALIGNMENT, int BYTES_PER_THREAD, int XFER_SIZE, int DMA_THREADS>
class CudaDMASequential<true, ALIGNMENT, BYTES_PER_THREAD, XFER_SIZE, DMA_THREADS>
    : public cudadma::v2::Sequential<true, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<true, 4, XFER_SIZE, DMA_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMASequential(const int dmaID, const int num_compute_threads,
                                               const int dma_threadIdx_start)
      : cudadma::v2::Sequential<true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, DMA_THREADS, num_compute_threads, dma_threadIdx_start},
            XFER_SIZE) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD, int XFER_SIZE>
class CudaDMASequential<true, ALIGNMENT, BYTES_PER_THREAD, XFER_SIZE, 0>
    : public cudadma::v2::Sequential<true, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<true, 4, XFER_SIZE, 0>::kAreRight);

 public:
  __device__ __forceinline__ CudaDMASequential(const int dmaID, const int num_dma_threads,
                                               const int num_compute_threads,
                                               const int dma_threadIdx_start)
      : cudadma::v2::Sequential<true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            XFER_SIZE) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD>
class CudaDMASequential<true, ALIGNMENT, BYTES_PER_THREAD, 0, 0>
    : public cudadma::v2::Sequential<true, ALIGNMENT, BYTES_PER_THREAD> {
 public:
  __device__ __forceinline__ CudaDMASequential(const int dmaID, const int num_dma_threads,
                                               const int num_compute_threads,
                                               const int dma_threadIdx_start, const int xfer_size)
      : cudadma::v2::Sequential<true, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start},
            xfer_size) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD, int XFER_SIZE, int TOTAL_THREADS>
class CudaDMASequential<false, ALIGNMENT, BYTES_PER_THREAD, XFER_SIZE, TOTAL_THREADS>
    : public cudadma::v2::Sequential<false, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<false, 4, XFER_SIZE, TOTAL_THREADS>::kAreRight);

 public:
  __device__ __forceinline__ explicit CudaDMASequential(const int dma_threadIdx_start = 0)
      : cudadma::v2::Sequential<false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(TOTAL_THREADS, dma_threadIdx_start), XFER_SIZE) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD, int XFER_SIZE>
class CudaDMASequential<false, ALIGNMENT, BYTES_PER_THREAD, XFER_SIZE, 0>
    : public cudadma::v2::Sequential<false, ALIGNMENT, BYTES_PER_THREAD> {
  static_assert(cudadma::Constants<false, 4, XFER_SIZE, 0>::kAreRight);

 public:
  __device__ __forceinline__ explicit CudaDMASequential(const int num_dma_threads = 0,
                                                        const int dma_threadIdx_start = 0)
      : cudadma::v2::Sequential<false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(num_dma_threads, dma_threadIdx_start), XFER_SIZE) {}
};

template <int ALIGNMENT, int BYTES_PER_THREAD>
class CudaDMASequential<false, ALIGNMENT, BYTES_PER_THREAD, 0, 0>
    : public cudadma::v2::Sequential<false, ALIGNMENT, BYTES_PER_THREAD> {
 public:
  __device__ __forceinline__ explicit CudaDMASequential(const int xfer_size,
                                                        const int num_dma_threads = 0,
                                                        const int dma_threadIdx_start = 0)
      : cudadma::v2::Sequential<false, ALIGNMENT, BYTES_PER_THREAD>(
            cudadma::block_team(num_dma_threads, dma_threadIdx_start), xfer_size) {}
};
