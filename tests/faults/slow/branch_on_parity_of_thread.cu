// Fault: D7 warp-divergence
// Finding: warp-divergence
// Even and odd threads do different work in loops.
#include <cuda_runtime.h>

#include <vector>

__global__ void two_ways(float* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = data[i];
  if (i % 2 == 0) {  // FAULT
#pragma unroll 1
    for (int k = 0; k < 60; ++k) v = v * 1.5f + 0.25f;
  } else {
#pragma unroll 1
    for (int k = 0; k < 60; ++k) v = v * 0.5f - 1.0f;
  }
  data[i] = v;
}

int main() {
  const int n = 32 * 256;
  std::vector<float> host(n, 1.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  two_ways<<<32, 256>>>(d);
  cudaMemcpy(host.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
