// Fault: A3 pointer-not-set
// Finding: out-of-bounds or unchecked-error
// cudaMalloc is given the pointer's value instead of its address, and nobody looks at its error.
#include <cuda_runtime.h>

__global__ void twice(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;  // FAULT
}

int main() {
  const int n = 1000;
  float* data = nullptr;
  cudaMalloc((void**)data, n * sizeof(float));  // FAULT
  twice<<<4, 256>>>(data, n);
  cudaError_t error = cudaDeviceSynchronize();
  return error != cudaSuccess;
}
