// Fault: D10 global-atomic-contention
// Finding: contended-global-atomic
// A dot product in which every thread adds its product to the result.
#include <cuda_runtime.h>

#include <vector>

__device__ void accumulate(float* where, float value) { atomicAdd(where, value); }  // FAULT

__global__ void dot(const float* x, const float* y, float* result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) accumulate(result, x[i] * y[i]);
}

int main() {
  const int n = 1 << 19;
  std::vector<float> x(n, 0.5f);
  float *dx, *dy, *d_result, result = 0;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMalloc(&d_result, sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_result, 0, sizeof(float));
  dot<<<n / 256, 256>>>(dx, dy, d_result, n);
  cudaMemcpy(&result, d_result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  cudaFree(d_result);
  return 0;
}
