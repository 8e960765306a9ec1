// Fault: A3 pointer-not-set
// Finding: out-of-bounds says "null pointer"
// Of three arrays one is never allocated.
#include <cuda_runtime.h>

struct Arrays {
  float *a = nullptr, *b = nullptr, *sum = nullptr;
};

__global__ void add(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];  // FAULT
}

int main() {
  const int n = 256;
  Arrays of;
  cudaMalloc(&of.a, n * sizeof(float));
  cudaMalloc(&of.sum, n * sizeof(float));
  cudaMemset(of.a, 0, n * sizeof(float));
  add<<<2, 128>>>(of.a, of.b, of.sum, n);
  cudaError_t error = cudaDeviceSynchronize();
  cudaFree(of.a);
  cudaFree(of.sum);
  return error != cudaSuccess;
}
