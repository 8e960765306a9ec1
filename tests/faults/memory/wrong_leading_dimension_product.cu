// Fault: B5 wrong-leading-dimension
// Finding: out-of-bounds
// A matrix product C = A B that steps through B with the width of A.
#include <cuda_runtime.h>

#include <vector>

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0.0f;
  for (int i = 0; i < k; ++i) {
    float left = a[row * k + i];
    sum += left * b[i * k + col];  // FAULT
  }
  c[row * n + col] = sum;
}

int main() {
  const int m = 16, n = 16, k = 48;
  std::vector<float> a(m * k, 1.0f), b(k * n, 1.0f), c(m * n);
  float *da, *db, *dc;
  cudaMalloc(&da, a.size() * sizeof(float));
  cudaMalloc(&db, b.size() * sizeof(float));
  cudaMalloc(&dc, c.size() * sizeof(float));
  cudaMemcpy(da, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
  multiply<<<dim3(2, 2), dim3(8, 8)>>>(da, db, dc, m, n, k);
  cudaMemcpy(c.data(), dc, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return 0;
}
