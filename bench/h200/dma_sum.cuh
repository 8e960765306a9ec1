// What the benchmarks of reading do with what they read.
#pragma once

namespace dma_bench {

__device__ inline unsigned sum(uint4 v) { return v.x + v.y + v.z + v.w; }

/// Adds the values of a whole warp to `result`.
__device__ inline void add_up(unsigned value, unsigned* result) {
  value = __reduce_add_sync(~0u, value);
  if (threadIdx.x % 32 == 0) atomicAdd(result, value);
}

}  // namespace dma_bench
