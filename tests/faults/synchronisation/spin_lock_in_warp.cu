// Fault: C17 warp-spinlock-deadlock
// Finding: spin-without-progress or instruction-budget
// The lanes of a warp wait for a lock that one of them holds until all have it: __syncwarp before
// the release.
#include <cuda_runtime.h>

__device__ int lock_word;

__global__ void add_one(int* sum) {
  while (atomicCAS(&lock_word, 0, 1) != 0) {  // FAULT
  }
  __threadfence();
  *sum += 1;
  __syncwarp();
  __threadfence();
  atomicExch(&lock_word, 0);
}

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  add_one<<<1, 32>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
  return 0;
}
