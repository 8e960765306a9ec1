// Fault: C25 named-barrier-id-reused
// Finding: barrier-thread-count or deadlock
// Two sides use the same barrier with different numbers of threads.
#include <cuda_runtime.h>

__global__ void sides(int* out, int mine, int yours) {
  int threads = threadIdx.x < 32 ? mine : yours;
  asm volatile("bar.sync 3, %0;" ::"r"(threads) : "memory");  // FAULT
  out[threadIdx.x] = threads;
}

int main() {
  int* out;
  cudaMalloc(&out, 96 * sizeof(int));
  sides<<<1, 96>>>(out, 64, 96);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
