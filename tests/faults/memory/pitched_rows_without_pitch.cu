// Fault: B5 wrong-leading-dimension
// Finding: uninitialised-global
// Rows from cudaMallocPitch are read as if they lay one directly behind the other: the kernel meets
// the padding.
#include <cuda_runtime.h>

#include <vector>

__global__ void sum_rows(const float* m, float* out, int rows, int cols) {
  int row = threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int c = 0; c < cols; ++c) sum += m[row * cols + c];  // FAULT
  out[row] = sum;
}

int main() {
  const int rows = 16, cols = 50;
  std::vector<float> host(rows * cols, 1.0f);
  float *m, *out;
  size_t pitch;
  cudaMallocPitch(&m, &pitch, cols * sizeof(float), rows);
  cudaMalloc(&out, rows * sizeof(float));
  size_t width = cols * sizeof(float);
  cudaMemcpy2D(m, pitch, host.data(), width, width, rows, cudaMemcpyHostToDevice);
  sum_rows<<<1, 32>>>(m, out, rows, cols);
  cudaMemcpy(host.data(), out, rows * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(m);
  cudaFree(out);
  return 0;
}
