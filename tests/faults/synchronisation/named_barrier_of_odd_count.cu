// Fault: C24 named-barrier-count-wrong
// Finding: barrier-thread-count
// A barrier counts whole warps: 40 is no multiple of 32.
#include <cuda_runtime.h>

__global__ void forty(int* out, int threads) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync 2, %0;" ::"r"(threads) : "memory");  // FAULT
  out[threadIdx.x] = s[threadIdx.x] + 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  forty<<<1, 64>>>(out, 40);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
