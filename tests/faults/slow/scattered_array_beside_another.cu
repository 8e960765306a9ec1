// Fault: D1 uncoalesced-load
// Finding: uncoalesced-load
// Two arrays in one line, of which one is read with 32 elements between neighbouring lanes: no
// record has fields.
#include <cuda_runtime.h>

__global__ void scaled_sum(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int place = i % 1024 * 32 + i / 1024;
  y[i] = a * x[place] + y[i];  // FAULT
}

int main() {
  const int n = 32 * 1024;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(y, 0, n * sizeof(float));
  scaled_sum<<<n / 256, 256>>>(x, y, 2, n);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  return 0;
}
