// Fault: C7 non-atomic-accumulate
// Finding: lock-not-waited-for says "without trying again"
#include <cuda_runtime.h>

__device__ int lock_word;

__device__ void add_once(int* sum, int x) {
  if (atomicCAS(&lock_word, 0, 1) == 0) {  // FAULT
    __threadfence();
    *sum += x;
    __threadfence();
    atomicExch(&lock_word, 0);
  }
}

__global__ void add_twice(int* sums) {
  add_once(&sums[0], 1);
  __syncwarp();
  add_once(&sums[1], 1);
}

int main() {
  int *device_sums, sums[2];
  cudaMalloc(&device_sums, sizeof sums);
  cudaMemset(device_sums, 0, sizeof sums);
  add_twice<<<1, 32>>>(device_sums);
  cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost);
  cudaFree(device_sums);
  return sums[0] == 32 && sums[1] == 32 ? 0 : 1;
}
