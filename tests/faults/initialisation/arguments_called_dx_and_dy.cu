// Fault: B9 uninitialised-global-read
// Finding: swapped-arguments says "dy for the parameter x of saxpy, and dx for y"
// The arrays of the launch stand in the wrong order.
#include <cuda_runtime.h>

#include <vector>

__global__ void saxpy(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}

int main() {
  const int n = 1000;
  std::vector<float> host(n, 3.0f);
  float *dx, *dy;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpy(dx, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<(n + 255) / 256, 256>>>(dy, dx, 2.0f, n);  // FAULT
  cudaMemcpy(host.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  return 0;
}
