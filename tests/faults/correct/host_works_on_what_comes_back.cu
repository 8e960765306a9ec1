// Correct: the field goes to the host and back in each step because the host changes it there; in
// the last steps it goes to the host only, to be looked at.
#include <cuda_runtime.h>

#include <vector>

__global__ void step(float* u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) u[i] = 0.99f * u[i] + 0.01f;
}

int main() {
  const int n = 1 << 14;
  std::vector<float> u(n, 2.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, u.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int s = 0; s < 12; ++s) {
    step<<<n / 256, 256>>>(d, n);
    cudaMemcpy(u.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
    if (s < 6) {
      u[s] = 0.0f;
      cudaMemcpy(d, u.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    }
  }
  cudaFree(d);
  return u[n - 1] > 1.0f ? 0 : 1;
}
