// Correct: locks of tickets, exchanges and swaps, and one that is freed when it is free
#include <cuda_runtime.h>

__device__ unsigned tickets, serving, by_store, by_swap, cleared = 1;
__device__ int counts[8], clearings;

__global__ void add_ones() {
  if (threadIdx.x != 0) return;
  unsigned mine = atomicAdd(&tickets, 1u);
  while (*static_cast<volatile unsigned*>(&serving) != mine) {
  }
  __threadfence();
  ++counts[0];
  ++counts[1];
  __threadfence();
  atomicAdd(&serving, 1u);

  while (atomicExch(&by_store, 1u) != 0) {
  }
  __threadfence();
  ++counts[2];
  ++counts[3];
  __threadfence();
  *static_cast<volatile unsigned*>(&by_store) = 0;

  while (atomicCAS(&by_swap, 0u, blockIdx.x + 1) != 0) {
  }
  __threadfence();
  ++counts[4];
  ++counts[5];
  __threadfence();
  atomicCAS(&by_swap, blockIdx.x + 1, 0u);
}

// The lock is made free twice before anybody takes it; who comes later knows that by the clearings.
__global__ void after_clearing() {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(&cleared, 0u);
    counts[6] = counts[7] = 0;
    __threadfence();
    atomicExch(&cleared, 0u);
    atomicAdd(&clearings, 1);
  }
  while (atomicAdd(&clearings, 0) == 0) {
  }
  __threadfence();
  while (atomicCAS(&cleared, 0u, 1u) != 0) {
  }
  __threadfence();
  ++counts[6];
  ++counts[7];
  __threadfence();
  atomicExch(&cleared, 0u);
}

int main() {
  const int blocks = 12;
  int host[8];
  add_ones<<<blocks, 32>>>();
  after_clearing<<<blocks, 32>>>();
  cudaMemcpyFromSymbol(host, counts, sizeof host);
  for (int count : host)
    if (count != blocks) return 1;
  return 0;
}
