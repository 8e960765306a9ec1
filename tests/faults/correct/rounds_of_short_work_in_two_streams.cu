// Correct: two streams have a kernel each, and the host looks at both results before the next round
#include <cuda_runtime.h>

__global__ void halve(float* x, int* is_large) {
  const int i = threadIdx.x;
  x[i] *= 0.5f;
  if (i == 0) *is_large = x[i] > 1;
}

int main() {
  const int n = 256, sides = 2;
  float *host, *device;
  int* is_large;
  cudaMallocHost(&host, sides * n * sizeof(float));
  for (int i = 0; i < sides * n; ++i) host[i] = 100;
  cudaMallocHost(&is_large, sides * sizeof(int));
  cudaMalloc(&device, sides * n * sizeof(float));
  cudaStream_t stream[sides];
  for (auto& one : stream) cudaStreamCreate(&one);
  for (int side = 0; side < sides; ++side) {
    cudaMemcpyAsync(device + side * n, host + side * n, n * sizeof(float), cudaMemcpyHostToDevice,
                    stream[side]);
  }
  do {
    for (int side = 0; side < sides; ++side) {
      halve<<<1, n, 0, stream[side]>>>(device + side * n, is_large + side);
    }
    cudaDeviceSynchronize();
  } while (is_large[0] || is_large[1]);
  for (auto& one : stream) cudaStreamDestroy(one);
  cudaFree(device);
  cudaFreeHost(host);
  cudaFreeHost(is_large);
  return 0;
}
