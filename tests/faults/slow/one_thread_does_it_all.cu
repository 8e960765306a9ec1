// Fault: D12 too-few-blocks
// Finding: single-thread-launch
// A kernel written like a function of the host: one thread goes through the array.
#include <cuda_runtime.h>

#include <vector>

__global__ void add_one(int* data, int n) {
  for (int i = 0; i < n; ++i) data[i] += 1;
}

int main() {
  const int n = 8192;
  std::vector<int> host(n, 1);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  add_one<<<1, 1>>>(d, n);  // FAULT
  cudaMemcpy(host.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
