// Fault: A3 sticky-error-misattributed
// Finding: out-of-bounds or missing-bounds-guard
// The first kernel fails; the first check is behind the second one, which is right.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void first(int* data, int far) { data[threadIdx.x + far] = 1; }  // FAULT
__global__ void second(int* data) { data[threadIdx.x] = 2; }

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  first<<<1, 32>>>(data, 1 << 20);
  second<<<1, 32>>>(data);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("second: %s\n", cudaGetErrorString(error));
  cudaFree(data);
  return 0;
}
