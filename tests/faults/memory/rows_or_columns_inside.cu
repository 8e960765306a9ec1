// Fault: B1 missing-bounds-guard
// Finding: missing-bounds-guard says "all comparisons hold"
// The sum of two matrices, by threads that are inside in one direction or the other.
#include <cuda_runtime.h>

__global__ void add(const float* a, const float* b, float* sum, int rows, int columns) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows || column < columns) {  // FAULT
    const int at = row * columns + column;
    sum[at] = a[at] + b[at];
  }
}

int main() {
  constexpr int kRows = 20, kColumns = 50;
  float *a, *b, *sum;
  cudaMalloc(&a, kRows * kColumns * sizeof(float));
  cudaMalloc(&b, kRows * kColumns * sizeof(float));
  cudaMalloc(&sum, kRows * kColumns * sizeof(float));
  cudaMemset(a, 0, kRows * kColumns * sizeof(float));
  cudaMemset(b, 0, kRows * kColumns * sizeof(float));
  add<<<dim3(4, 2), dim3(16, 16)>>>(a, b, sum, kRows, kColumns);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(sum);
  return error == cudaSuccess ? 0 : 1;
}
