// Fault: A13 zero-block-launch
// Finding: zero-block-launch
// n / 256 is zero for a small n.
#include <cuda_runtime.h>

__global__ void fill(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 1;
}

int main() {
  const int n = 100;
  int* data;
  cudaMalloc(&data, n * sizeof(int));
  fill<<<n / 256, 256>>>(data, n);  // FAULT
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
