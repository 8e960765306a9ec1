// Fault: A14 grid-too-small
// Finding: grid-rounded-down
// Prices are changed in place by n / 256 blocks: the last ones stay as they were.
#include <cuda_runtime.h>

#include <vector>

__global__ void scale(float* prices, int n, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) prices[i] *= factor;
}

int main() {
  const int n = 1000;
  std::vector<float> host(n, 10.0f);
  float* prices;
  cudaMalloc(&prices, n * sizeof(float));
  cudaMemcpy(prices, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<n / 256, 256>>>(prices, n, 1.19f);  // FAULT
  cudaMemcpy(host.data(), prices, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(prices);
  return 0;
}
