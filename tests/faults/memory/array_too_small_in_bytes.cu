// Fault: A6 memcpy-wrong-bytes
// Finding: out-of-bounds
// cudaMalloc counts bytes and was given elements: every thread behind the first quarter is outside.
#include <cuda_runtime.h>

__global__ void fill(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 1.0f;  // FAULT
}

int main() {
  const int n = 256;
  float* data;
  cudaMalloc(&data, n);
  fill<<<2, 128>>>(data, n);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
