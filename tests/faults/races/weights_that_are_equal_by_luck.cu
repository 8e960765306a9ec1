// Fault: C9 missing-syncwarp
// Finding: missing-syncwarp
// Each lane stores a weight of its own in the place of all. That they are equal is luck.
#include <cuda_runtime.h>

__global__ void weigh(const float* weights, int which, float* values) {
  __shared__ float weight[4];
  for (int k = 0; k < 4; ++k) weight[k] = weights[k * 32 + threadIdx.x];  // FAULT
  values[threadIdx.x] *= weight[which];                                   // FAULT
}

int main() {
  const int n = 32;
  float host[4 * n], *weights, *values;
  for (float& weight : host) weight = 2;
  cudaMalloc(&weights, sizeof host);
  cudaMalloc(&values, n * sizeof(float));
  cudaMemcpy(weights, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(values, host, n * sizeof(float), cudaMemcpyHostToDevice);
  weigh<<<1, n>>>(weights, 3, values);
  cudaDeviceSynchronize();
  cudaFree(weights);
  cudaFree(values);
  return 0;
}
