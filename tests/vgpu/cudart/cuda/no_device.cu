// Started without a virtual GPU.
#include <cstdio>

__global__ void nothing() {}

int main() {
  int count = -1;
  std::printf("%s\n", cudaGetErrorName(cudaGetDeviceCount(&count)));
  std::printf("%d\n", count);
  void* memory = nullptr;
  std::printf("%s\n", cudaGetErrorName(cudaMalloc(&memory, 4)));
  nothing<<<1, 1>>>();
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
