// Correct: blocks append in any order, and the host sorts; a kernel that reads the clock, and the
// host's random numbers, depend on no order
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

__global__ void squares(const int* in, int* list, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2 == 0) list[atomicAdd(count, 1)] = in[i] * in[i];
}

__global__ void ticks(long long* out) {
  long long begin = clock64();
  out[blockIdx.x] = clock64() - begin;
}

int main() {
  const int n = 200;
  std::vector<int> in(n), expected;
  std::mt19937 random(std::random_device{}());
  for (int& value : in) {
    value = static_cast<int>(random() % 1000);
    if (value % 2 == 0) expected.push_back(value * value);
  }
  int *d_in, *list, *count;
  long long *d_ticks, spent = 0;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&list, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMalloc(&d_ticks, 4 * sizeof(long long));
  cudaMemset(count, 0, sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  squares<<<7, 32>>>(d_in, list, count, n);
  ticks<<<4, 1>>>(d_ticks);
  int found = 0;
  cudaMemcpy(&found, count, sizeof(int), cudaMemcpyDeviceToHost);
  std::vector<int> result(found);
  if (found > 0) cudaMemcpy(result.data(), list, found * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&spent, d_ticks, sizeof spent, cudaMemcpyDeviceToHost);
  std::printf("%lld cycles\n", spent);
  for (int* array : {d_in, list, count}) cudaFree(array);
  cudaFree(d_ticks);
  std::sort(result.begin(), result.end());
  std::sort(expected.begin(), expected.end());
  return result == expected ? 0 : 1;
}
