// Fault: C16 float-bits-as-integers
// Finding: floats-compared-as-bits says "-1"
// The largest of negative numbers: as integers the bits of the start, -1e30, are above all of them.
#include <cuda_runtime.h>

#include <vector>

__global__ void largest(const float* x, int n, int* bits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(bits, __float_as_int(x[i]));  // FAULT
}

int main() {
  const int n = 1000;
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = -1.0f - i % 17;
  float start = -1e30f, *x;
  int* bits;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&bits, sizeof(int));
  cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(bits, &start, sizeof(int), cudaMemcpyHostToDevice);
  largest<<<4, 256>>>(x, n, bits);
  cudaMemcpy(&start, bits, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(bits);
  return 0;
}
