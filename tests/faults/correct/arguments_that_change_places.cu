// Correct: two arrays change places between launches, and both have values by then
#include <cuda_runtime.h>

__global__ void step(const float* from, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i] + 1;
}

int main() {
  const int n = 200;
  float host[n] = {}, *from, *to;
  cudaMalloc(&from, sizeof host);
  cudaMalloc(&to, sizeof host);
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  step<<<2, 128>>>(from, to, n);
  step<<<2, 128>>>(to, from, n);
  cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(from);
  cudaFree(to);
  return 0;
}
