// Correct: the lanes of a warp take a lock one after the other, because the release is inside the
// loop
#include <cuda_runtime.h>

__device__ int lock_word;

__global__ void add_one(int* sum) {
  bool is_done = false;
  while (!is_done) {
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      __threadfence();
      *static_cast<volatile int*>(sum) += 1;
      __threadfence();
      atomicExch(&lock_word, 0);
      is_done = true;
    }
  }
}

int main() {
  int *sum, host = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  add_one<<<2, 32>>>(sum);
  cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(sum);
  return host == 64 ? 0 : 1;
}
