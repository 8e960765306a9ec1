// What the benchmarks of kernels/cudadma share: one object per buffer, and one set of DMA warps
// that goes round the buffers ("manual buffering").
#pragma once

#include <utility>

#include "dma_bench.cuh"
#include "kernels/cudadma/cudaDMAv2.h"

namespace dma_bench {

/// Both sides of a block that has `count` transfers to make. make(id) makes the object of a stage,
/// carry(object, i, stage) is the DMA threads' part, use(i, stage) that of the others.
template <int... kStage, typename Make, typename Carry, typename Use>
__device__ void run_objects(std::integer_sequence<int, kStage...>, long long count, Make&& make,
                            Carry&& carry, Use&& use) {
  constexpr int kStages = sizeof...(kStage);
  decltype(make(0)) object[] = {make(kStage + 1)...};  // the barriers of 0 are others' too
  if (object[0].owns_this_thread()) {
    for (long long first = 0; first < count; first += kStages) {
#pragma unroll
      for (int s = 0; s < kStages; ++s) {
        if (first + s < count) carry(object, first + s, s);
      }
    }
    return;
  }
#pragma unroll
  for (int s = 0; s < kStages; ++s) {
    if (s < count) object[s].start_async_dma();
  }
  for (long long first = 0; first < count; first += kStages) {
#pragma unroll
    for (int s = 0; s < kStages; ++s) {
      if (first + s >= count) break;
      object[s].wait_for_dma_finish();
      use(first + s, s);
      if (first + s + kStages < count) object[s].start_async_dma();
    }
  }
}

}  // namespace dma_bench
