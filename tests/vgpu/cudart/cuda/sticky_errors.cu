// What a fault leaves behind: the first call that waits tells of it, then every call, also of
// another thread, until the process ends. The same program gave the expected lines on an H200.
#include <cstdio>
#include <thread>

__global__ void write_to(int* where) { *where = 1; }

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
}

int main() {
  int* memory = nullptr;
  cudaMalloc(&memory, 64);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEvent_t event;
  cudaEventCreate(&event);
  tell("a thread's own error", cudaMalloc(&memory, std::size_t{1} << 50));
  std::thread([] { tell("is not another's", cudaGetLastError()); }).join();
  tell("but stays its own", cudaGetLastError());
  write_to<<<1, 1>>>(reinterpret_cast<int*>(0x10));
  tell("the launch itself", cudaGetLastError());
  tell("synchronize", cudaDeviceSynchronize());
  tell("peek", cudaPeekAtLastError());
  tell("get", cudaGetLastError());
  tell("get again", cudaGetLastError());
  tell("malloc", cudaMalloc(&memory, 64));
  tell("get after malloc", cudaGetLastError());
  tell("free nothing", cudaFree(nullptr));
  write_to<<<1, 1>>>(memory);
  tell("launch", cudaGetLastError());
  tell("record", cudaEventRecord(event, stream));
  tell("query a stream", cudaStreamQuery(stream));
  std::thread([] {
    tell("another thread, get", cudaGetLastError());
    tell("another thread", cudaDeviceSynchronize());
    tell("another thread, get again", cudaGetLastError());
  }).join();
  int device = 9, count = 9;
  tell("get device", cudaGetDevice(&device));
  tell("device count", cudaGetDeviceCount(&count));
  cudaDeviceProp properties;
  tell("properties", cudaGetDeviceProperties(&properties, 0));
  tell("host memory", cudaMallocHost(&memory, 64));
  tell("reset", cudaDeviceReset());
  tell("malloc after the reset", cudaMalloc(&memory, 64));
  tell("get at the end", cudaGetLastError());
  return 0;
}
