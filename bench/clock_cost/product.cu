// A matrix product as everybody writes it first: product [ROWS]
#include <cstdio>
#include <cstdlib>

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  const int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1024;  // a multiple of 16
  const std::size_t bytes = sizeof(float) * n * n;
  float *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemset(b, 0, bytes);
  multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
