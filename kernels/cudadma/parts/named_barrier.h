// The named barriers of a block, 0 to 15, of which __syncthreads is number 0. PTX ISA, bar.
#pragma once

/// Waits until `num_threads` threads of the block have come to barrier `name`, this warp's among
/// them. `num_threads` counts those that wait and those that only arrive, and is a multiple of 32.
__device__ __forceinline__ void ptx_cudaDMA_barrier_blocking(const int name,
                                                             const int num_threads) {
  asm volatile("bar.sync %0, %1;" : : "r"(name), "r"(num_threads) : "memory");
}

/// Counts this warp at barrier `name` and goes on at once.
__device__ __forceinline__ void ptx_cudaDMA_barrier_nonblocking(const int name,
                                                                const int num_threads) {
  asm volatile("bar.arrive %0, %1;" : : "r"(name), "r"(num_threads) : "memory");
}
