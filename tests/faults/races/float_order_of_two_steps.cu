// Fault: C8 lost-order
// Finding: depends-on-order
// Blocks scale and shift one number, each with its own atomic step: the result depends on who comes
// first.
#include <cuda_runtime.h>

__device__ int value = 1;

__device__ void change(int factor, int summand) {
  int old = atomicAdd(&value, 0), seen;
  do {
    seen = old;
    old = atomicCAS(&value, seen, seen * factor + summand);  // FAULT
  } while (old != seen);
}

__global__ void steps(int* out) {
  if (threadIdx.x == 0) {
    if (blockIdx.x % 2 == 0) change(2, 0);
    if (blockIdx.x % 2 == 1) change(1, 3);
  }
  out[blockIdx.x] = 1;
}

int main() {
  int *out, result = 0;
  cudaMalloc(&out, 4 * sizeof(int));
  steps<<<4, 1>>>(out);
  cudaMemcpyFromSymbol(&result, value, sizeof(int));
  cudaFree(out);
  return 0;
}
