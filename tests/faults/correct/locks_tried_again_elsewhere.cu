// Correct: a lock that a thread finds taken in one place and takes in another: the first round of
// a loop, of which nvcc makes code of its own, a second call that was inlined, and a loop behind a
// first try.
#include <cuda_runtime.h>

__device__ int lock_word, waits;

__device__ void add_in_rounds(double* sum) {
  const unsigned mask = __activemask();
  while (true) {
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      __threadfence();
      *sum += 1;
      __threadfence();
      atomicExch(&lock_word, 0);
      break;
    }
    __syncwarp(mask);
  }
}

__global__ void twice(double* sum) {
  add_in_rounds(sum);
  __syncwarp(0xff);
  add_in_rounds(sum);
}

__global__ void counts_waits(double* sum) {
  bool has_lock = atomicCAS(&lock_word, 0, 1) == 0;
  if (!has_lock) atomicAdd(&waits, 1);
  for (bool done = false; !done;) {
    if (has_lock || atomicCAS(&lock_word, 0, 1) == 0) {
      __threadfence();
      *sum += 1;
      __threadfence();
      atomicExch(&lock_word, 0);
      done = true;
    }
  }
}

int main() {
  double *device_sums, sums[2];
  cudaMalloc(&device_sums, sizeof sums);
  cudaMemset(device_sums, 0, sizeof sums);
  twice<<<1, 8>>>(device_sums);
  counts_waits<<<1, 8>>>(device_sums + 1);
  cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost);
  cudaFree(device_sums);
  return sums[0] == 16 && sums[1] == 8 ? 0 : 1;
}
