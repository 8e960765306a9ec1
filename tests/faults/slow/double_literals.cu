// Fault: D16 accidental-double
// Finding: accidental-double
// Literals without f make a polynomial of floats one of doubles.
#include <cuda_runtime.h>

#include <vector>

__global__ void polynomial(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 0.1 + x[i] * (0.7 + x[i] * (1.3 + x[i] * 2.1));  // FAULT
}

int main() {
  const int n = 64 * 256;
  std::vector<float> host(n, 0.5f);
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  polynomial<<<64, 256>>>(x, y, n);
  cudaMemcpy(host.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
