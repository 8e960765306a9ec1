// Fault: B3 local-for-global-index
// Finding: race-between-blocks or local-for-global-index
// A matrix is filled by blocks of 8 x 8, and the row is that within the block.
#include <cuda_runtime.h>

#include <vector>

__device__ int row() { return threadIdx.y; }
__device__ int column() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void fill(float* m, int width) {
  float value = blockIdx.y * 100.0f + column();
  m[row() * width + column()] = value;  // FAULT
}

int main() {
  const int width = 16, height = 24;
  std::vector<float> m(width * height);
  float* d;
  cudaMalloc(&d, m.size() * sizeof(float));
  cudaMemset(d, 0, m.size() * sizeof(float));
  fill<<<dim3(width / 8, height / 8), dim3(8, 8)>>>(d, width);
  cudaMemcpy(m.data(), d, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
