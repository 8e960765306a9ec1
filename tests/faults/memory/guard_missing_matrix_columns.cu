// Fault: B1 missing-bounds-guard
// Finding: missing-bounds-guard
// The rows of a matrix are guarded, the columns are not: the last row runs over the end.
#include <cuda_runtime.h>

#include <vector>

__global__ void scale(float* m, int rows, int cols, float factor) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y;
  if (row < rows) {
    m[row * cols + col] = 1.0f + factor * row;  // FAULT
  }
}

int main() {
  const int rows = 1, cols = 75;
  std::vector<float> m(rows * cols);
  float* d;
  cudaMalloc(&d, m.size() * sizeof(float));
  scale<<<dim3(2, rows), 64>>>(d, rows, cols, 0.5f);
  cudaMemcpy(m.data(), d, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
