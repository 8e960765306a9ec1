// Fault: C24 named-barrier-count-wrong
// Finding: deadlock
// The barrier is for 96 threads and 64 of them come.
#include <cuda_runtime.h>

__device__ void wait_here(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");  // FAULT
}

__global__ void two_warps(int* out) {
  if (threadIdx.x < 64) {
    wait_here(1, 96);
    out[threadIdx.x] = 1;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  two_warps<<<1, 96>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
