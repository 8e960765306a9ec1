// Fault: A2 unchecked-launch
// Finding: invalid-launch-configuration
// A kernel promises blocks of at most 128 threads and is launched with 256.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(128) fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int* data;
  cudaMalloc(&data, 256 * sizeof(int));
  fill<<<1, 256>>>(data);  // FAULT
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
