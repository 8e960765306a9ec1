// Fault: D18 accumulate-in-global
// Finding: accumulate-in-global
// A sum is kept in the output array: each round of the loop loads and stores it.
#include <cuda_runtime.h>

#include <vector>

__global__ void column_sums(const float* m, float* out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  out[col] = 0.0f;
  for (int r = 0; r < rows; ++r) {
    out[col] += m[r * cols + col];  // FAULT
  }
}

int main() {
  const int rows = 64, cols = 2048;
  std::vector<float> m(rows * cols, 1.0f), sums(cols);
  float *d, *out;
  cudaMalloc(&d, m.size() * sizeof(float));
  cudaMalloc(&out, cols * sizeof(float));
  cudaMemcpy(d, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  column_sums<<<cols / 128, 128>>>(d, out, rows, cols);
  cudaMemcpy(sums.data(), out, cols * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(out);
  return 0;
}
