// Correct: a filter reads both neighbours of each element, in the middle of a sector
#include <cuda_runtime.h>

#include <vector>

__global__ void smooth(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = i > 0 ? in[i - 1] : 0.0f;
  float mid = in[i];
  float right = i + 1 < n ? in[i + 1] : 0.0f;
  out[i] = 0.25f * left + 0.5f * mid + 0.25f * right;
}

__global__ void smooth_rows(const float* in, float* out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (col < 1 || col + 1 >= cols || row >= rows) return;
  out[row * cols + col] =
      (in[row * cols + col - 1] + in[row * cols + col] + in[row * cols + col + 1]) / 3.0f;
}

int main() {
  const int rows = 64, cols = 512, n = rows * cols;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  smooth<<<n / 256, 256>>>(in, out, n);
  smooth_rows<<<dim3(cols / 256, rows), 256>>>(in, out, rows, cols);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return host[cols + 5] > 0.9f ? 0 : 1;
}
