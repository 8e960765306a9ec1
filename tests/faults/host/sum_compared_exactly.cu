// Fault: C8 order-of-float-sums
// Finding: float-sums-compared
// A sum by atomics and a loop of the host round at other places; equal they are by luck.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void add_up(const float* values, int count, float* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(sum, values[i]);
}

int main() {
  constexpr int kCount = 1000;
  std::vector<float> host(kCount);
  for (int i = 0; i < kCount; ++i) host[i] = 1.0f / static_cast<float>(i + 1);
  float *values, *device_sum;
  cudaMalloc(&values, kCount * sizeof(float));
  cudaMalloc(&device_sum, sizeof(float));
  cudaMemcpy(values, host.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(device_sum, 0, sizeof(float));
  add_up<<<(kCount + 255) / 256, 256>>>(values, kCount, device_sum);
  float sum = 0, expected = 0;
  cudaMemcpy(&sum, device_sum, sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kCount; ++i) expected += host[i];
  if (sum == expected) {  // FAULT
    std::printf("right\n");
  } else {
    std::printf("wrong: %.9g, expected %.9g\n", sum, expected);
  }
  cudaFree(values);
  cudaFree(device_sum);
  return 0;
}
