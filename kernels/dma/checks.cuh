// How a ring waits: without end, or with a bound and a name for what it waits for.
#pragma once

#include <cstdio>

#include "kernels/dma/barrier.cuh"
#include "kernels/dma/team.cuh"

namespace warpscope::dma {

/// What a thread of a ring waits for.
enum class Awaited { buffer_ready_for_dma, dma_finished };

/// Waits without end, the usual way. On the virtual GPU a wait that nothing can end is a deadlock
/// finding that names the waiting warps.
struct Unchecked {
  __device__ static const char* ring_name() { return "without a name"; }
  __device__ static const char* label() { return nullptr; }

  __device__ void wait(Barrier& barrier, unsigned parity, Awaited, int) const {
    while (!barrier::has_ended(barrier, parity)) {
    }
  }
};

/// Gives up after `kTries` vain tries, each as long as the hardware suspends a thread (1 try
/// without suspension before sm_90): prints which barrier of which ring is stuck, and traps. `name`
/// is a string literal.
///   dma::Ring ring(storage, team, dma::automatic, dma::to_shared, dma::Checked<>("tiles of A"));
template <unsigned kTries = 1'000'000>
struct Checked {
  const char* name = nullptr;

  constexpr Checked() = default;
  __device__ explicit constexpr Checked(const char* name_of_ring) : name(name_of_ring) {}
  __device__ const char* ring_name() const { return name == nullptr ? "without a name" : name; }
  __device__ const char* label() const { return name; }

  __device__ void wait(Barrier& barrier, unsigned parity, Awaited awaited, int stage) const {
    for (unsigned tries = 0; !barrier::has_ended(barrier, parity); ++tries) {
      if (tries < kTries) continue;
      const unsigned waiting = __activemask();
      if (thread_in_block() % kWarp == static_cast<unsigned>(__ffs(static_cast<int>(waiting)) - 1))
        printf(
            "dma ring '%s': warp %u of block (%u, %u, %u) waits in vain for '%s' of stage %d, "
            "phase %u\n",
            ring_name(), thread_in_block() / kWarp, blockIdx.x, blockIdx.y, blockIdx.z,
            awaited == Awaited::dma_finished ? "DMA finished" : "buffer ready for DMA", stage,
            parity);
      __syncwarp(waiting);
      __trap();
    }
  }
};

/// How a ring waits that is not told: in the programs of labs, which the runner compiles with
/// WARPSCOPE_LAB, with a bound, elsewhere without end.
#ifdef WARPSCOPE_LAB
using UsualChecks = Checked<>;
#else
using UsualChecks = Unchecked;
#endif

}  // namespace warpscope::dma
