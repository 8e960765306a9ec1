// Fault: A13 division-by-zero
// Finding: host-division-by-zero
// The size of a block is rounded down to 0, and the number of blocks is computed from it.
#include <cuda_runtime.h>

__global__ void fill(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * i;
}

int main() {
  const volatile int size = 100;
  const int n = size;
  float* out;
  cudaMalloc(&out, n * sizeof(float));
  const int threads = n / 256 < 1024 ? n / 256 : 1024;
  const int blocks = (n + threads - 1) / threads;  // FAULT
  fill<<<blocks, threads>>>(out, n);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
