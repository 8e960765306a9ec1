// Fault: C29 kernel-hang
// Finding: endless-loop or instruction-budget
// An unsigned counter is never below zero.
#include <cuda_runtime.h>

__global__ void powers(unsigned* out, unsigned n) {
  unsigned value = 1;
  for (unsigned i = n - 1; i >= 0; --i) {
    value = value * 3 + i;
    atomicMax(&out[threadIdx.x], value);  // FAULT
  }
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  cudaMemset(out, 0, 32 * sizeof(unsigned));
  powers<<<1, 32>>>(out, 10);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
