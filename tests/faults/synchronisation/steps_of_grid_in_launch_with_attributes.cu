// Fault: C14 missing-cooperative-launch
// Finding: missing-cooperative-launch
// The grid's barrier is in a loop, and cudaLaunchKernelEx is not told to cooperate.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void diffuse(float* a, float* b, int n, int steps) {
  auto grid = cooperative_groups::this_grid();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < steps; ++k) {
    if (i > 0 && i + 1 < n) b[i] = 0.5f * a[i] + 0.25f * (a[i - 1] + a[i + 1]);
    grid.sync();  // FAULT
    float* other = a;
    a = b;
    b = other;
  }
}

int main() {
  const int n = 256;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  cudaMemset(b, 0, n * sizeof(float));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(n / 64);
  config.blockDim = dim3(64);
  cudaLaunchKernelEx(&config, diffuse, a, b, n, 4);
  cudaError_t error = cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  return error != cudaSuccess;
}
