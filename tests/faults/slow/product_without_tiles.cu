// Fault: D17 no-tiling
// Finding: no-tiling
// Each thread of a matrix product reads its row and its column from global memory again.
#include <cuda_runtime.h>

#include <vector>

__global__ void product(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    sum += a[row * n + k] * b[k * n + col];  // FAULT
  }
  c[row * n + col] = sum;
}

int main() {
  const int n = 128;
  std::vector<float> m(n * n, 1.0f);
  float *a, *b, *c;
  cudaMalloc(&a, m.size() * sizeof(float));
  cudaMalloc(&b, m.size() * sizeof(float));
  cudaMalloc(&c, m.size() * sizeof(float));
  cudaMemcpy(a, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  product<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, c, n);
  cudaMemcpy(m.data(), c, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (float* matrix : {a, b, c}) cudaFree(matrix);
  return 0;
}
