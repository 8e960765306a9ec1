// Correct: all lanes of a warp load the same word, and the next one is a row away: no wide load
// brings more
#include <cuda_runtime.h>

__global__ void column(const float* __restrict__ matrix, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += matrix[k * n + blockIdx.x] * i;
  out[i] = sum;
}

int main() {
  const int n = 128;
  float *matrix, *out;
  cudaMalloc(&matrix, n * n * sizeof(float));
  cudaMalloc(&out, n * 128 * sizeof(float));
  cudaMemset(matrix, 0, n * n * sizeof(float));
  column<<<n, 128>>>(matrix, out, n);
  cudaDeviceSynchronize();
  cudaFree(matrix);
  cudaFree(out);
  return 0;
}
