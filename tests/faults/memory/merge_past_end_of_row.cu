// Fault: B1 missing-bounds-guard
// Finding: out-of-bounds
// Two sorted rows become one, and nobody looks whether one of them has come to its end. The guard
// of the rows is right, and what is compared with <= are values.
#include <cuda_runtime.h>

#include <vector>

__global__ void merged(const float* left, const float* right, float* out, int length, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int l = row * length, r = row * length;
  for (int to = 2 * row * length; to < 2 * (row + 1) * length; ++to) {
    if (left[l] <= right[r]) {  // FAULT
      out[to] = left[l++];
    } else {
      out[to] = right[r++];
    }
  }
}

int main() {
  const int length = 6, rows = 50, n = length * rows;
  std::vector<float> left(n), right(n), out(2 * n);
  for (int i = 0; i < n; ++i) {
    left[i] = i % length;
    right[i] = i % length + 10;
  }
  float *d_left, *d_right, *d_out;
  cudaMalloc(&d_left, n * sizeof(float));
  cudaMalloc(&d_right, n * sizeof(float));
  cudaMalloc(&d_out, 2 * n * sizeof(float));
  cudaMemcpy(d_left, left.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_right, right.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  merged<<<2, 32>>>(d_left, d_right, d_out, length, rows);
  cudaMemcpy(out.data(), d_out, 2 * n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_left);
  cudaFree(d_right);
  cudaFree(d_out);
  return 0;
}
