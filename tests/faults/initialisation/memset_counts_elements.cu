// Fault: A6 memcpy-wrong-bytes
// Finding: copy-too-short or uninitialised-global
// cudaMemset counts bytes: only the first quarter of the counters is zero.
#include <cuda_runtime.h>

#include <vector>

__global__ void count(const int* keys, int* counters) {
  atomicAdd(&counters[keys[threadIdx.x]], 1);  // FAULT
}

int main() {
  const int n = 64;
  std::vector<int> keys(n);
  for (int i = 0; i < n; ++i) keys[i] = i;
  int *d_keys, *counters;
  cudaMalloc(&d_keys, n * sizeof(int));
  cudaMalloc(&counters, n * sizeof(int));
  cudaMemcpy(d_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(counters, 0, n);  // FAULT
  count<<<1, n>>>(d_keys, counters);
  cudaMemcpy(keys.data(), counters, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_keys);
  cudaFree(counters);
  return 0;
}
