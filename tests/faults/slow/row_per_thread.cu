// Fault: D1 uncoalesced-load
// Finding: uncoalesced-load
// Each thread adds up a row of its own, so neighbouring threads are a row apart.
#include <cuda_runtime.h>

#include <vector>

__global__ void row_sums(const float* m, float* out, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int c = 0; c < cols; ++c) {
    sum += m[row * cols + c];  // FAULT
  }
  out[row] = sum;
}

int main() {
  const int rows = 4096, cols = 48;
  std::vector<float> m(rows * cols, 1.0f), out(rows);
  float *d, *sums;
  cudaMalloc(&d, m.size() * sizeof(float));
  cudaMalloc(&sums, rows * sizeof(float));
  cudaMemcpy(d, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  row_sums<<<rows / 128, 128>>>(d, sums, rows, cols);
  cudaMemcpy(out.data(), sums, rows * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(sums);
  return 0;
}
