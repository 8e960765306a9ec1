// Fault: C6 float-maximum-of-bits
// Finding: floats-compared-as-bits
// All numbers are negative: as integers the one with the most distance from 0 is the largest.
#include <cuda_runtime.h>

#include <vector>

__global__ void largest(const float* in, int* best, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(best, __float_as_int(in[i]));  // FAULT
}

int main() {
  const int n = 1000;
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = -1.0f - (i * 37) % n;
  const float lowest = -3.402823466e+38f;
  float *in, result;
  int* best;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&best, sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(best, &lowest, sizeof(float), cudaMemcpyHostToDevice);
  largest<<<4, 256>>>(in, best, n);
  cudaMemcpy(&result, best, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(best);
  return 0;
}
