// The calls with which a program marks what a profiler shall look at.
#include <cuda_profiler_api.h>

#include <cstdio>

__global__ void one(int* out) { *out = 1; }

int main() {
  std::printf("stop before start: %s\n", cudaGetErrorName(cudaProfilerStop()));
  std::printf("start: %s\n", cudaGetErrorName(cudaProfilerStart()));
  std::printf("start again: %s\n", cudaGetErrorName(cudaProfilerStart()));
  int* out = nullptr;
  cudaMalloc(&out, sizeof *out);
  one<<<1, 1>>>(out);
  std::printf("stop: %s\n", cudaGetErrorName(cudaProfilerStop()));
  int value = 0;
  cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("value %d, %s\n", value, cudaGetErrorName(cudaGetLastError()));
  return 0;
}
