// Fault: D22 transfer-every-iteration
// Finding: transfer-every-iteration
// The field goes to the device and back in every time step, although the host never looks at it.
#include <cuda_runtime.h>

#include <vector>

__global__ void step(float* u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) u[i] = 0.99f * u[i];
}

int main() {
  const int n = 1 << 14;
  std::vector<float> u(n, 1.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  for (int s = 0; s < 20; ++s) {
    cudaMemcpy(d, u.data(), n * sizeof(float), cudaMemcpyHostToDevice);  // FAULT
    step<<<n / 256, 256>>>(d, n);
    cudaMemcpy(u.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);  // FAULT
  }
  cudaFree(d);
  return 0;
}
