// cudaDeviceReset with work that is not done yet: it is done first. Many first programs end that
// way, with what their kernel prints (CUDA C++ Programming Guide, "Formatted Output").
#include <cstdio>

__global__ void greet(int block) { std::printf("block %d of launch %d\n", blockIdx.x, block); }
__global__ void write_to(int* where) { *where = 1; }

void CUDART_CB call(void* count) { ++*static_cast<int*>(count); }

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  std::fflush(stdout);
}

int main() {
  int calls = 0;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  greet<<<2, 1>>>(1);
  greet<<<1, 1, 0, stream>>>(2);
  cudaLaunchHostFunc(stream, call, &calls);
  tell("reset", cudaDeviceReset());
  std::printf("host functions called: %d\n", calls);
  std::fflush(stdout);

  greet<<<1, 1>>>(3);
  tell("reset again", cudaDeviceReset());
  greet<<<1, 1>>>(4);
  write_to<<<1, 1>>>(reinterpret_cast<int*>(0x10));
  tell("reset behind a fault", cudaDeviceReset());
  tell("last error", cudaGetLastError());
  tell("synchronize", cudaDeviceSynchronize());
  int* memory = nullptr;
  tell("malloc", cudaMalloc(&memory, 4));
  tell("reset of a failed one", cudaDeviceReset());
  return 0;
}
