// A program with 1 GiB of device memory whose blocks overwrite half of it, and then race with each
// other: what the device process needs besides is measured by device_memory.py.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>

__global__ void scale_and_add(float* y, const float* x, float a, std::size_t count) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < count) y[i] += a * x[i];
}

/// Blocks that lose each other's updates.
__global__ void count_without_atomics(int* counts, std::size_t count) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < count) counts[i * 7919 % (count / 2)] += 1;
}

int main() {
  constexpr std::size_t count = std::size_t{1} << 27;
  constexpr std::size_t racing = count / 64;
  float *x = nullptr, *y = nullptr;
  cudaMalloc(&x, count * sizeof(float));
  cudaMalloc(&y, count * sizeof(float));
  cudaMemset(x, 0, count * sizeof(float));
  cudaMemset(y, 0, count * sizeof(float));
  scale_and_add<<<count / 256, 256>>>(y, x, 2.0F, count);
  count_without_atomics<<<racing / 256, 256>>>(reinterpret_cast<int*>(y), racing);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaSuccess ? 0 : 1;
}
