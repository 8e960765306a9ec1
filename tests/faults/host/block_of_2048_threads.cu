// Fault: A12 block-too-large
// Finding: invalid-launch-configuration
// A block has 2,048 threads, twice what is allowed.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaMalloc(&data, 2048 * sizeof(int));
  fill<<<1, 2048>>>(data);  // FAULT
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
