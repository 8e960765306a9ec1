// Compiled with --default-stream per-thread: the default stream is each thread's own, and the calls
// are those whose names end in _ptsz and _ptds. The same program gave the expected lines on an
// H200.
#include <cstdio>
#include <thread>
#include <vector>

__global__ void add(int* data, int amount) { data[threadIdx.x] += amount; }
__device__ int variable[32];

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

int work(int amount, unsigned long long* id) {
  int* data = nullptr;
  std::vector<int> host(32, 1);
  cudaMalloc(&data, 128);
  cudaMemcpy(data, host.data(), 128, cudaMemcpyHostToDevice);
  for (int i = 0; i < 10; ++i) add<<<1, 32>>>(data, amount);
  cudaMemcpyAsync(host.data(), data, 128, cudaMemcpyDeviceToHost);
  cudaStreamSynchronize(nullptr);
  cudaStreamGetId(nullptr, id);
  cudaFree(data);
  return host[31];
}

int main() {
  int first = 0, second = 0;
  unsigned long long ids[3] = {};
  std::thread one([&] { first = work(1, &ids[0]); });
  std::thread two([&] { second = work(2, &ids[1]); });
  one.join();
  two.join();
  const int third = work(3, &ids[2]);
  std::printf("%d %d %d\n", first, second, third);
  std::printf("own streams %d\n", ids[0] != ids[2] && ids[1] != ids[2]);
  int values[32] = {5};
  tell("to symbol", cudaMemcpyToSymbol(variable, values, sizeof values));
  values[0] = 0;
  tell("from symbol", cudaMemcpyFromSymbol(values, variable, sizeof values));
  std::printf("%d\n", values[0]);
  cudaEvent_t event;
  cudaEventCreate(&event);
  tell("record", cudaEventRecord(event));
  tell("wait", cudaStreamWaitEvent(cudaStreamLegacy, event));
  tell("query", cudaStreamQuery(nullptr) == cudaErrorNotReady ? cudaSuccess : cudaGetLastError());
  unsigned flags = 9;
  tell("flags", cudaStreamGetFlags(nullptr, &flags));
  std::printf("%u\n", flags);
  tell("end", cudaDeviceSynchronize());
  return 0;
}
