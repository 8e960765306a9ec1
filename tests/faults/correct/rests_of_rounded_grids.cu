// Correct: grids of whole blocks whose rest somebody else does: a second launch, before or behind;
// the host; each thread with further elements; or nobody, as it is copied anew before the host
// looks.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void double_whole(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 2;
}

__global__ void double_rest(int* values, int first, int n) {
  const int i = first + threadIdx.x;
  if (i < n) values[i] *= 2;
}

__global__ void double_all(int* values, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    values[i] *= 2;
}

int main() {
  constexpr int kCount = 300, kThreads = 128, kWhole = kCount / kThreads;
  std::vector<int> host(kCount, 1), ones(kCount, 1);
  int* values;
  cudaMalloc(&values, kCount * sizeof(int));
  cudaMemcpy(values, host.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);
  for (int step = 0; step < 2; ++step) {
    double_rest<<<1, kThreads>>>(values, kWhole * kThreads, kCount);
    double_whole<<<kWhole, kThreads>>>(values, kCount);
  }
  double_all<<<kWhole, kThreads>>>(values, kCount);
  cudaMemcpy(host.data(), values, kCount * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (const int value : host) wrong += value != 8;

  int* others;
  cudaMalloc(&others, kCount * sizeof(int));
  cudaMemcpy(others, ones.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);
  double_whole<<<kWhole, kThreads>>>(others, kCount);
  // The host takes what is done, and does the rest.
  cudaMemcpy(host.data(), others, kWhole * kThreads * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = kWhole * kThreads; i < kCount; ++i) host[i] = 2;
  cudaMemcpy(others, host.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(host.data(), others, kCount * sizeof(int), cudaMemcpyDeviceToHost);
  for (const int value : host) wrong += value != 2;
  cudaFree(values);
  cudaFree(others);
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
