// One kind of fault per run; prints what CUDA answers before and after.
#include <cstdio>
#include <cstring>

__global__ void write(int* data, int index) { data[index + threadIdx.x] = 1; }
__global__ void misaligned(char* data) { *reinterpret_cast<int*>(data + 1 + 4 * threadIdx.x) = 1; }
__global__ void stop() { __trap(); }
__global__ void forever(volatile int* data) {
  while (data[0] == 0) {
  }
}

int main(int, char** argv) {
  int* data = nullptr;
  cudaMalloc(&data, 132);
  cudaMemset(data, 0, 132);
  int on_host[64] = {};
  const char* kind = argv[1];
  if (std::strcmp(kind, "bounds") == 0) write<<<1, 64>>>(data, 2);
  if (std::strcmp(kind, "freed") == 0) {
    cudaFree(data);
    write<<<1, 32>>>(data, 0);
  }
  if (std::strcmp(kind, "null") == 0) write<<<1, 1>>>(nullptr, 0);
  if (std::strcmp(kind, "host") == 0) write<<<1, 1>>>(on_host, 0);
  if (std::strcmp(kind, "misaligned") == 0) misaligned<<<1, 4>>>(reinterpret_cast<char*>(data));
  if (std::strcmp(kind, "trap") == 0) stop<<<1, 32>>>();
  if (std::strcmp(kind, "forever") == 0) forever<<<1, 1>>>(data);
  std::printf("launch %s\n", cudaGetErrorName(cudaGetLastError()));
  std::printf("wait %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("get %s\n", cudaGetErrorName(cudaGetLastError()));
  std::printf("get again %s\n", cudaGetErrorName(cudaGetLastError()));
  void* more = nullptr;
  std::printf("malloc %s\n", cudaGetErrorName(cudaMalloc(&more, 4)));
  return 0;
}
