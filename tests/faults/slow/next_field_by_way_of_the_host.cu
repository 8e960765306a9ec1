// Fault: D22 transfer-every-iteration
// Finding: transfer-every-iteration
// What a step has computed becomes the next step's input by way of the host.
#include <cuda_runtime.h>

#include <vector>

__global__ void step(const float* now, float* next, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = now[i] * 0.5f + i;
}

int main() {
  const int n = 1 << 14;
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = i % 7;
  float *now, *next;
  cudaMalloc(&now, n * sizeof(float));
  cudaMalloc(&next, n * sizeof(float));
  cudaMemcpy(now, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int k = 0; k < 10; ++k) {
    step<<<n / 256, 256>>>(now, next, n);
    cudaMemcpy(host.data(), next, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(now, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);  // FAULT
  }
  cudaFree(now);
  cudaFree(next);
  return 0;
}
