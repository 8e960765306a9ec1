// Correct: each step's result goes to the host, which changes one element, and back
#include <cuda_runtime.h>

#include <vector>

__global__ void step(float* field, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) field[i] = field[i] * 0.5f + i;
}

int main() {
  const int n = 1 << 14;
  std::vector<float> host(n, 1.0f);
  float* field;
  cudaMalloc(&field, n * sizeof(float));
  for (int k = 0; k < 8; ++k) {
    host[k] = -1.0f;
    cudaMemcpy(field, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<n / 256, 256>>>(field, n);
    cudaMemcpy(host.data(), field, n * sizeof(float), cudaMemcpyDeviceToHost);
  }
  cudaFree(field);
  return 0;
}
