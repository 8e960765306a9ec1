// Fault: C7 non-atomic-accumulate
// Finding: broken-lock
// A lock that is taken by a volatile load and a volatile store: in the order that runs no two
// blocks meet there, and the sum is right.
#include <cuda_runtime.h>

__device__ volatile int lock_word;

__global__ void add_ones(int* sum) {
  if (threadIdx.x != 0) return;
  while (lock_word != 0) {  // FAULT
  }
  lock_word = 1;
  __threadfence();
  *sum += 1;
  __threadfence();
  lock_word = 0;
}

int main() {
  int *sum, host = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  add_ones<<<8, 64>>>(sum);
  cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(sum);
  return 0;
}
