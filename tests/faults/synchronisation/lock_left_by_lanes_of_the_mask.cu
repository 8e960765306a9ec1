// Fault: C10 mask-of-missing-lanes
// Finding: missing-lanes-in-mask
// Lanes that had the lock leave the loop, and the vote of the others names them still: the mask was
// taken before.
#include <cuda_runtime.h>

__device__ int lock_word;

__device__ void add_locked(double* sum, double x) {
  bool done = false;
  while (!done) {
    const unsigned mask = __activemask();
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      __threadfence();
      *sum += x;
      __threadfence();
      atomicExch(&lock_word, 0);
      break;
    }
    done = __all_sync(mask, done);  // FAULT
  }
}

__global__ void sum_of_lanes(double* sum) { add_locked(sum, 1.0); }

int main() {
  double* sum;
  double result = 0;
  cudaMalloc(&sum, sizeof(double));
  cudaMemset(sum, 0, sizeof(double));
  sum_of_lanes<<<1, 8>>>(sum);
  cudaMemcpy(&result, sum, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(sum);
  return 0;
}
