// Fault: C5 in-place-scan-race
// Finding: race-between-blocks or missing-trailing-barrier or missing-barrier or missing-syncwarp
// A stencil reads its neighbours in the array that it writes.
#include <cuda_runtime.h>

#include <vector>

__global__ void relax(float* u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) u[i] = 0.5f * (u[i - 1] + u[i + 1]);  // FAULT
}

int main() {
  const int n = 256;
  std::vector<float> u(n, 1.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, u.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  relax<<<4, 64>>>(d, n);
  cudaMemcpy(u.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
