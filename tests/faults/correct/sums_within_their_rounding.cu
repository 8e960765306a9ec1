// Correct: sums of floats are compared with a margin, elements exactly, since each is computed the
// same way Without: float-sums-compared
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void twice_and_sum(const float* values, float* twice, int count, float* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  twice[i] = 2 * values[i];
  atomicAdd(sum, values[i]);
}

int main() {
  constexpr int kCount = 500;
  std::vector<float> host(kCount), twice(kCount);
  for (int i = 0; i < kCount; ++i) host[i] = 0.3f * static_cast<float>(i);
  float *values, *results, *device_sum;
  cudaMalloc(&values, kCount * sizeof(float));
  cudaMalloc(&results, kCount * sizeof(float));
  cudaMalloc(&device_sum, sizeof(float));
  cudaMemcpy(values, host.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(device_sum, 0, sizeof(float));
  twice_and_sum<<<(kCount + 127) / 128, 128>>>(values, results, kCount, device_sum);
  float sum = 0, expected = 0;
  cudaMemcpy(&sum, device_sum, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(twice.data(), results, kCount * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kCount; ++i) {
    expected += host[i];
    wrong += twice[i] != 2 * host[i];
  }
  wrong += std::fabs(sum - expected) > 1e-5f * expected;
  std::printf("%d wrong\n", wrong);
  cudaFree(values);
  cudaFree(results);
  cudaFree(device_sum);
  return wrong == 0 ? 0 : 1;
}
