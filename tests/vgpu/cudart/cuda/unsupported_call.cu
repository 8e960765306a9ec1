// A runtime call that the virtual GPU does not have.
#include <cstdio>

int main() {
  cudaGraph_t graph = nullptr;
  std::printf("%s\n", cudaGetErrorName(cudaGraphCreate(&graph, 0)));
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  void* managed = nullptr;
  std::printf("%s\n", cudaGetErrorName(cudaMallocMipmappedArray(
                          reinterpret_cast<cudaMipmappedArray_t*>(&managed), nullptr, {}, 1)));
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
