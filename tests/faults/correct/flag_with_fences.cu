// Correct: block 0 hands data to the other block through a flag, with fences on both sides
#include <cuda_runtime.h>

__device__ int payload[32];
__device__ volatile int ready;

__global__ void hand_over(int* out) {
  if (blockIdx.x == 0) {
    payload[threadIdx.x] = 7 * threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) ready = 1;
  } else {
    if (threadIdx.x == 0) {
      while (ready == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = *(volatile int*)&payload[threadIdx.x];
  }
}

int main() {
  int *out, host[32];
  cudaMalloc(&out, sizeof host);
  hand_over<<<2, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < 32; ++i) {
    if (host[i] != 7 * i) return 1;
  }
  return 0;
}
