// The cp.async engine: copies to shared memory that pass no registers, from sm_80.
#pragma once

#include "kernels/dma/vector.cuh"

namespace warpscope::dma {

/// Chunks of 16, 8 and 4 bytes go by cp.async (PTX ISA 9.7.9.25.3), narrower ones, heads and tails
/// through registers. A thread issues all its chunks without waiting, and the barrier hears of
/// their completion from the hardware, so that several stages are in flight. Towards global
/// memory there is no cp.async: it stores as the vector engine does.
struct CpAsync : Vector<4> {
  static constexpr int kLeastTarget = 80;
  static constexpr bool kLoadsPartsAsOne = false;

  /// Each thread arrives when its copies are complete, and each warp when it has issued them.
  __device__ static unsigned arrivals(unsigned dma_threads) {
    return dma_threads + dma_threads / kWarp;
  }

  template <RunPattern P, typename Before>
  __device__ static unsigned load(const P& pattern, const char* source, char* destination,
                                  Lane lane, Barrier&, Before&& before_first_store) {
    before_first_store();
    const Cut pieces = cut(pattern, source, destination);
    if constexpr (P::kAlignment != 0) {
      issue<P::kAlignment>(pattern, source, destination, pieces, lane);
    } else {
      lanes::with_width(pieces.width, [&](auto width) {
        issue<decltype(width)::value>(pattern, source, destination, pieces, lane);
      });
      lanes::copy_edges(pattern, source, destination, pieces, lane);
    }
    return 0;
  }

  __device__ static void finish_load(Barrier& barrier, unsigned) {
    barrier::arrive_when_copied(barrier);
    Vector<4>::finish_load(barrier, 0);
  }

 private:
  template <unsigned kWidth, RunPattern P>
  __device__ static void issue(const P& pattern, const char* source, char* destination,
                               const Cut& pieces, Lane lane) {
    if constexpr (kWidth < 4) {
      lanes::copy_chunks<kWidth, 4>(pattern, source, destination, pieces, lane, [] {});
    } else {
      lanes::for_each_chunk(pattern, source, destination, pieces, lane,
                            [](const char* from, char* to) { copy_chunk<kWidth>(to, from); });
    }
  }

  template <unsigned kWidth>
  __device__ static void copy_chunk(char* destination, const char* source) {
    if constexpr (kTarget >= 80) {
      const std::size_t from = __cvta_generic_to_global(source);
      if constexpr (kWidth == 16) {
        asm volatile(
            "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(barrier::address(destination)),
            "l"(from)
            : "memory");
      } else {
        asm volatile(
            "cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(barrier::address(destination)),
            "l"(from), "n"(kWidth)
            : "memory");
      }
    }
  }
};

}  // namespace warpscope::dma
