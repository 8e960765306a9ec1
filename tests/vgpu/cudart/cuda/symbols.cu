// Variables of the device: constants, globals, their addresses and sizes.
#include <cstdio>

__constant__ float factors[4] = {1, 2, 3, 4};
__device__ int counter = 5;

__global__ void use(float* out) {
  out[threadIdx.x] = factors[threadIdx.x & 3] * 10;
  if (threadIdx.x == 0) counter += 1;
}

int main() {
  float* out = nullptr;
  cudaMalloc(&out, 8 * sizeof(float));
  float host[8] = {};
  use<<<1, 8>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("initial %g %g\n", host[1], host[7]);
  const float replacement[2] = {30, 40};
  std::printf("to symbol %s\n", cudaGetErrorName(cudaMemcpyToSymbol(factors, replacement, 8, 8)));
  use<<<1, 8>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("replaced %g %g %g %g\n", host[0], host[1], host[2], host[3]);
  int count = 0;
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  std::printf("counter %d\n", count);
  int* address = nullptr;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&address), counter);
  count = 70;
  cudaMemcpy(address, &count, sizeof count, cudaMemcpyHostToDevice);
  use<<<1, 8>>>(out);
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  std::printf("counter %d\n", count);
  std::size_t bytes = 0;
  cudaGetSymbolSize(&bytes, factors);
  std::printf("size %zu\n", bytes);
  std::printf("beyond %s\n", cudaGetErrorName(cudaMemcpyToSymbol(factors, replacement, 8, 12)));
  std::printf("none %s\n", cudaGetErrorName(cudaMemcpyToSymbol(host, replacement, 8)));
  return 0;
}
