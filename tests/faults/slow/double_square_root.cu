// Fault: D16 accidental-double
// Finding: accidental-double
// A distance in floats goes through the square root of doubles.
#include <cuda_runtime.h>

#include <vector>

__device__ float length(float x, float y) { return sqrt(double(x * x + y * y)); }  // FAULT

__global__ void distances(const float2* p, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = length(p[i].x, p[i].y);
}

int main() {
  const int n = 64 * 256;
  std::vector<float2> host(n, float2{3, 4});
  std::vector<float> out(n);
  float2* p;
  float* d;
  cudaMalloc(&p, n * sizeof(float2));
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(p, host.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
  distances<<<64, 256>>>(p, d, n);
  cudaMemcpy(out.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(p);
  cudaFree(d);
  return 0;
}
