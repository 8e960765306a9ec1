// The bulk copies of kernels/dma and the barriers on which they complete, in the form that the
// kernels of this folder use.
#pragma once

#include <cstdint>

#include "../dma/bulk_copy.cuh"

namespace warpscope::device {

using dma::fence_before_bulk;

/// A barrier in shared memory (dma::Barrier) whose wait() returns when the phase is over. It is
/// open for phase 0, 1, 0, 1 …; a phase ends when as many threads as it was made for have arrived
/// and all announced bytes are there.
struct Barrier {
  dma::Barrier barrier;

  /// One thread, before any other use; then barriers_ready() and a block barrier.
  __device__ void init(std::uint32_t arrivals) { dma::barrier::init(barrier, arrivals); }
  __device__ void arrive() { dma::barrier::arrive(barrier); }
  /// Arrives and announces that bulk copies will bring `bytes` in this phase.
  __device__ void arrive_expecting(std::uint32_t bytes) {
    dma::barrier::arrive_and_expect(barrier, bytes);
  }
  /// Returns when the phase of this parity is over. On a new barrier wait(1) returns at once.
  __device__ void wait(std::uint32_t parity) {
    while (!dma::barrier::has_ended(barrier, parity)) {
    }
  }
};

/// Makes new barriers visible to the copy engine. After the inits, by the thread that made them.
__device__ inline void barriers_ready() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  fence_before_bulk();
}

/// Where a walk round a ring of stages stands, and the parity of its current round.
template <int stages>
struct RingPlace {
  int stage = 0;
  std::uint32_t parity = 0;

  __device__ void advance() {
    if (++stage == stages) {
      stage = 0;
      parity ^= 1;
    }
  }
};

/// Copies `bytes` from global to shared memory; `full` takes note of them. One thread.
__device__ inline void bulk_load(void* to_shared, const void* from, std::uint32_t bytes,
                                 Barrier& full) {
  dma::bulk_copy::load(to_shared, from, bytes, full.barrier);
}

}  // namespace warpscope::device
