// One line per rule of CUDA about errors: what was done, and the error's name.
#include <cstdio>
#include <vector>

__global__ void nothing() {}
__global__ void __launch_bounds__(128) bounded() {}
__global__ void dynamic(int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = values[threadIdx.x];
}

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
}

int main() {
  nothing<<<0, 32>>>();
  tell("grid of 0, peek", cudaPeekAtLastError());
  tell("peek again", cudaPeekAtLastError());
  tell("get", cudaGetLastError());
  tell("get again", cudaGetLastError());
  nothing<<<1, 1025>>>();
  tell("block of 1025", cudaGetLastError());
  nothing<<<1, dim3(1, 1, 65)>>>();
  tell("block z of 65", cudaGetLastError());
  nothing<<<dim3(1, 65536), 1>>>();
  tell("grid y of 65536", cudaGetLastError());
  bounded<<<1, 129>>>();
  tell("beyond launch bounds", cudaGetLastError());
  nothing<<<1, 32>>>();
  tell("good launch", cudaGetLastError());

  int* memory = nullptr;
  tell("malloc", cudaMalloc(&memory, 4096));
  dynamic<<<1, 32, 49152 + 4>>>(memory);
  tell("49156 bytes of shared memory", cudaGetLastError());
  tell("allow more",
       cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  dynamic<<<1, 32, 49152 + 4>>>(memory);
  tell("the same, allowed", cudaGetLastError());
  tell("allow too much",
       cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));
  cudaGetLastError();

  std::vector<int> host(2000);
  tell("copy beyond the end", cudaMemcpy(memory, host.data(), 4097, cudaMemcpyHostToDevice));
  tell("copy in the wrong direction", cudaMemcpy(memory, host.data(), 4, cudaMemcpyDeviceToHost));
  tell("unknown direction", cudaMemcpy(memory, host.data(), 4, static_cast<cudaMemcpyKind>(9)));
  tell("nothing to copy", cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  tell("set beyond the end", cudaMemset(memory + 1024, 0, 1));
  tell("free in the middle", cudaFree(memory + 1));
  tell("free", cudaFree(memory));
  tell("free again", cudaFree(memory));
  tell("free nothing", cudaFree(nullptr));
  void* large = nullptr;
  tell("malloc a petabyte", cudaMalloc(&large, std::size_t{1} << 50));
  tell("malloc nothing", cudaMalloc(&large, 0));
  std::printf("pointer to nothing: %p\n", large);
  tell("malloc to nowhere", cudaMalloc(static_cast<void**>(nullptr), 4));
  tell("device 1", cudaSetDevice(1));
  tell("a stream that is none", cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(&large)));
  tell("an event that is none", cudaEventRecord(reinterpret_cast<cudaEvent_t>(&large)));
  tell("last error", cudaGetLastError());
  tell("no error is left", cudaGetLastError());
  tell("a function that is none",
       cudaLaunchKernel(static_cast<const void*>(&large), dim3(1), dim3(1), nullptr, 0, nullptr));
  std::printf("text: %s\n", cudaGetErrorString(cudaErrorIllegalAddress));
  std::printf("unknown: %s\n", cudaGetErrorString(static_cast<cudaError_t>(12345)));
  return 0;
}
