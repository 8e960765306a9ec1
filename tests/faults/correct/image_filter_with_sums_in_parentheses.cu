// Correct: a filter of 3 x 3 points whose indices are written as (row - 1) * n + (column + 1)
#include <cuda_runtime.h>

#include <vector>

__global__ void filter(const float* in, float* out, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row > 0 && row < n - 1 && column > 0 && column < n - 1) {
    out[row * n + column] = in[(row - 1) * n + (column - 1)] +
                            2 * in[(row - 1) * n + (column + 0)] +
                            in[(row - 1) * n + (column + 1)] - in[(row + 1) * n + (column - 1)] -
                            2 * in[(row + 1) * n + (column + 0)] - in[(row + 1) * n + (column + 1)];
  }
}

int main() {
  const int n = 512;
  std::vector<float> in(n * n), out(n * n);
  for (int i = 0; i < n * n; ++i) in[i] = static_cast<float>(i / n * 3 + i % n);
  float *d_in, *d_out;
  cudaMalloc(&d_in, n * n * sizeof(float));
  cudaMalloc(&d_out, n * n * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, n * n * sizeof(float));
  filter<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int row = 1; row < n - 1; ++row) {
    for (int column = 1; column < n - 1; ++column) {
      if (out[row * n + column] != -24) return 1;
    }
  }
  return 0;
}
