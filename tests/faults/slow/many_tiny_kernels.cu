// Fault: D21 many-tiny-kernels
// Finding: many-tiny-kernels
// A launch for each row of a small matrix, where one launch would do.
#include <cuda_runtime.h>

#include <vector>

__global__ void scale_row(float* row, int cols) {
  int c = threadIdx.x;
  if (c < cols) row[c] *= 2.0f;
}

int main() {
  const int rows = 200, cols = 64;
  std::vector<float> host(rows * cols, 1.0f);
  float* d;
  cudaMalloc(&d, host.size() * sizeof(float));
  cudaMemcpy(d, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  for (int r = 0; r < rows; ++r) {
    scale_row<<<1, 64>>>(d + r * cols, cols);  // FAULT
  }
  cudaMemcpy(host.data(), d, host.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
