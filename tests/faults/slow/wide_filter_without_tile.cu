// Fault: D17 no-tiling
// Finding: no-tiling
// A filter of radius 32 reads each element 65 times from global memory.
#include <cuda_runtime.h>

#include <vector>

constexpr int kRadius = 32;

__global__ void filter(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int d = 0; d <= 2 * kRadius; d += 8) {
    sum += in[i + d];  // FAULT
  }
  out[i] = sum;
}

int main() {
  const int n = 64 * 256;
  std::vector<float> host(n + 2 * kRadius, 1.0f);
  float *in, *out;
  cudaMalloc(&in, host.size() * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  filter<<<n / 256, 256>>>(in, out);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
