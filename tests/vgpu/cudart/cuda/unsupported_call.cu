// A runtime call that the virtual GPU does not have.
#include <cstdio>

int main() {
  cudaIpcEventHandle_t handle;
  std::printf("%s\n", cudaGetErrorName(cudaIpcGetEventHandle(&handle, nullptr)));
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  void* managed = nullptr;
  std::printf("%s\n", cudaGetErrorName(cudaMallocMipmappedArray(
                          reinterpret_cast<cudaMipmappedArray_t*>(&managed), nullptr, {}, 1)));
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
