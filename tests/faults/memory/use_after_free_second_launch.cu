// Fault: A9 use-after-free
// Finding: use-after-free
// The array is freed between two launches that both use it.
#include <cuda_runtime.h>

#include <vector>

__global__ void step(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 0.5f * i;  // FAULT
}

int main() {
  const int n = 200;
  std::vector<float> host(n);
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  step<<<2, 128>>>(data, n);
  cudaMemcpy(host.data(), data, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(data);
  step<<<2, 128>>>(data, n);
  cudaDeviceSynchronize();
  return 0;
}
