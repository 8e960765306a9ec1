// Fault: C14 inter-block-sync-assumed
// Finding: grid-larger-than-resident or instruction-budget
// The first wave of blocks waits for a value that the very last block writes.
#include <cuda_runtime.h>

__device__ volatile int total;

__global__ void chain(int* out) {
  if (blockIdx.x == gridDim.x - 1) {
    if (threadIdx.x == 0) total = 5;
  } else {
    while (total == 0) {  // FAULT
    }
  }
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}

int main() {
  const int blocks = 400;
  int* out;
  cudaMalloc(&out, blocks * sizeof(int));
  chain<<<blocks, 1024>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
