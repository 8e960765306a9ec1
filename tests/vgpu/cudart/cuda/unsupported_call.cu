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
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  std::printf("%s\n", cudaGetErrorName(cudaMallocAsync(&managed, 64, stream)));
  return 0;
}
