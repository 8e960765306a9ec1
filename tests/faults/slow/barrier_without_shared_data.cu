// Fault: D31 excess-barriers
// Finding: redundant-barrier
// A barrier in every round of a loop whose threads share nothing.
#include <cuda_runtime.h>

#include <vector>

__global__ void iterate(float* data, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = data[i];
  for (int r = 0; r < rounds; ++r) {
    value = 0.5f * value + 1.0f;
    __syncthreads();  // FAULT
  }
  data[i] = value;
}

int main() {
  const int n = 32 * 256;
  std::vector<float> host(n, 1.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  iterate<<<n / 256, 256>>>(d, 40);
  cudaMemcpy(host.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
