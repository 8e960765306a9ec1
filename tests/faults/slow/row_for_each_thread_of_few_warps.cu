// Fault: D1 uncoalesced-load
// Finding: uncoalesced-load
// A row for each thread, in a grid of which most warps have no row: on average two loads of a warp,
// which are no two fields.
#include <cuda_runtime.h>

#include <vector>

__global__ void row_sums(const float* m, float* out, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0.0f;
#pragma unroll 8
    for (int c = 0; c < cols; ++c) sum += m[row * cols + c];  // FAULT
    out[row] = sum;
  }
}

int main() {
  const int rows = 1024, cols = 32;
  std::vector<float> m(rows * cols, 1.0f), out(rows);
  float *d, *sums;
  cudaMalloc(&d, m.size() * sizeof(float));
  cudaMalloc(&sums, rows * sizeof(float));
  cudaMemcpy(d, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  row_sums<<<64, 256>>>(d, sums, rows, cols);
  cudaMemcpy(out.data(), sums, rows * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(sums);
  return 0;
}
