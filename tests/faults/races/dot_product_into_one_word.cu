// Fault: C7 non-atomic-accumulate
// Finding: non-atomic-update
// Every thread adds its product to one word.
#include <cuda_runtime.h>

#include <vector>

__global__ void dot(const float* x, const float* y, float* result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) *result += x[i] * y[i];  // FAULT
}

int main() {
  const int n = 256;
  std::vector<float> x(n, 1.0f);
  float *dx, *dy, *d_result, result = 0;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMalloc(&d_result, sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_result, 0, sizeof(float));
  dot<<<2, 128>>>(dx, dy, d_result, n);
  cudaMemcpy(&result, d_result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  cudaFree(d_result);
  return 0;
}
