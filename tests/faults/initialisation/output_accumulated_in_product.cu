// Fault: C19 uninitialised-global
// Finding: uninitialised-global
// A product adds to C as if C had been set to zero.
#include <cuda_runtime.h>

#include <vector>

__global__ void multiply_add(const float* a, const float* b, float* c, int n) {
  int row = threadIdx.y, col = threadIdx.x;
  float sum = c[row * n + col];  // FAULT
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

int main() {
  const int n = 16;
  std::vector<float> m(n * n, 1.0f);
  float *a, *b, *c;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMemcpy(a, m.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, m.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  multiply_add<<<1, dim3(n, n)>>>(a, b, c, n);
  cudaMemcpy(m.data(), c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
