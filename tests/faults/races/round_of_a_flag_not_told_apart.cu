// Fault: C14 inter-block-sync-assumed
// Finding: race-between-blocks
// counters: depend on turns, blocks wait for later ones
//
// A reader that comes early may take the flag of another round for that of its own.
#include <cuda_runtime.h>

__device__ volatile int ready;
__device__ int datum, sums[2];
__device__ unsigned done;

__global__ void publish(int rounds) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int r = 0; r < rounds; ++r) {
      datum = r + 1;  // FAULT
      __threadfence();
      ready = 1;
      while (atomicAdd(&done, 0u) < r + 1u) {
      }
      __threadfence();
      ready = 0;
    }
    return;
  }
  for (int r = blockIdx.x - 1; r < rounds; r += 2) {
    while (ready == 0) {
    }
    __threadfence();
    sums[blockIdx.x - 1] += datum;  // FAULT
    __threadfence();
    atomicAdd(&done, 1u);
  }
}

int main() {
  int sums_of[2] = {};
  publish<<<3, 32>>>(4);
  cudaMemcpyFromSymbol(sums_of, sums, sizeof sums_of);
  return sums_of[0] == 0 ? 1 : 0;
}
