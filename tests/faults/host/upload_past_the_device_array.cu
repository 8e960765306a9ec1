// Fault: A6 memcpy-wrong-bytes
// Finding: copy-past-end
// The halo was added to the host's array and forgotten in the device's.
#include <cuda_runtime.h>

#include <vector>

__global__ void scale(float* data) { data[threadIdx.x] = 2.0f; }

int main() {
  const int n = 64;
  std::vector<float> with_halo(n + 2, 1.0f);
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  cudaMemcpy(data, with_halo.data(), with_halo.size() * sizeof(float),  // FAULT
             cudaMemcpyHostToDevice);                                   // FAULT
  scale<<<1, n>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
