// Fault: A12 block-too-large
// Finding: invalid-launch-configuration
// 256 threads are few enough, but 128 of them in z are not.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.z * 2 + threadIdx.x] = 1; }

int main() {
  int* data;
  cudaMalloc(&data, 256 * sizeof(int));
  dim3 block(2, 1, 128);
  fill<<<1, block>>>(data);  // FAULT
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
