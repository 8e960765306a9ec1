// Fault: C14 inter-block-sync-assumed
// Finding: grid-larger-than-resident or instruction-budget
// Each block waits for all others in a loop, and there are more blocks than fit on the GPU.
#include <cuda_runtime.h>

__device__ unsigned arrived;

__global__ void barrier_of_all(int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1u);
    while (*(volatile unsigned*)&arrived < gridDim.x) {  // FAULT
    }
  }
  __syncthreads();
  out[blockIdx.x] = 1;
}

int main() {
  const int blocks = 400;
  int* out;
  cudaMalloc(&out, blocks * sizeof(int));
  barrier_of_all<<<blocks, 1024>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
