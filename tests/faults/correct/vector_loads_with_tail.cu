// Correct: groups of four as float4, the rest one by one
#include <cuda_runtime.h>

#include <vector>

__global__ void scale(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int groups = n / 4;
  if (i < groups) {
    float4 v = reinterpret_cast<float4*>(data)[i];
    v.x *= 2;
    v.y *= 2;
    v.z *= 2;
    v.w *= 2;
    reinterpret_cast<float4*>(data)[i] = v;
  } else if (i < groups + n % 4) {
    data[4 * groups + i - groups] *= 2;
  }
}

int main() {
  const int n = 203;
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<1, 64>>>(d, n);
  cudaMemcpy(host.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < n; ++i) {
    if (host[i] != 2.0f * i) return 1;
  }
  return 0;
}
