// Fault: C16 float-bits-as-integers
// Finding: floats-compared-as-bits
// A maximum for each group in shared memory, which begins with -1e20 and never becomes larger.
#include <cuda_runtime.h>

#include <vector>

__global__ void warmest(const float* degrees, float* of_block) {
  __shared__ float most;
  if (threadIdx.x == 0) most = -1e20f;
  __syncthreads();
  const float mine = degrees[blockIdx.x * blockDim.x + threadIdx.x];
  atomicMax(reinterpret_cast<int*>(&most), __float_as_int(mine));  // FAULT
  __syncthreads();
  if (threadIdx.x == 0) of_block[blockIdx.x] = most;
}

int main() {
  const int blocks = 8, n = blocks * 128;
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = -20.0f - i % 11;
  float *degrees, *of_block;
  cudaMalloc(&degrees, n * sizeof(float));
  cudaMalloc(&of_block, blocks * sizeof(float));
  cudaMemcpy(degrees, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  warmest<<<blocks, 128>>>(degrees, of_block);
  cudaMemcpy(host.data(), of_block, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(degrees);
  cudaFree(of_block);
  return 0;
}
