// Correct: calls that may fail are asked for their error, or it is taken away at once
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                    \
  do {                                                 \
    const cudaError_t status = (call);                 \
    if (status != cudaSuccess) {                       \
      std::printf("%s\n", cudaGetErrorString(status)); \
      std::exit(4);                                    \
    }                                                  \
  } while (false)

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

static bool can_hold(std::size_t bytes) {
  void* probe = nullptr;
  const bool fits = cudaMalloc(&probe, bytes) == cudaSuccess;
  cudaFree(probe);
  return fits;
}

int main() {
  std::vector<int> host(32), source(32);
  int* data = nullptr;
  std::size_t bytes = std::size_t{1} << 44;
  while (!can_hold(bytes)) bytes /= 16;
  cudaGetLastError();
  CHECK(cudaMalloc(&data, 32 * sizeof(int)));
  cudaFree(nullptr);
  cudaSetDevice(99);
  cudaGetLastError();  // there may be no such device, and that is all right
  fill<<<0, 32>>>(data, 1);
  if (cudaGetLastError() == cudaSuccess) return 6;
  int value = 0;
  if (cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(12345), 0) == cudaSuccess)
    return 2;
  cudaGetLastError();
  CHECK(cudaHostRegister(source.data(), 32 * sizeof(int), cudaHostRegisterDefault));
  cudaError_t again = cudaHostRegister(source.data(), 32 * sizeof(int), cudaHostRegisterDefault);
  if (again != cudaErrorHostMemoryAlreadyRegistered) return 3;
  (void)cudaGetLastError();
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  fill<<<1, 32, 0, stream>>>(data, 5);
  if (cudaPeekAtLastError() != cudaSuccess) return 5;
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
  }
  CHECK(cudaMemcpy(host.data(), data, 32 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaHostUnregister(source.data()));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(data));
  return host[31] == 5 ? 0 : 1;
}
