// Fault: D10 global-atomic-contention
// Finding: contended-global-atomic
// Every thread that finds a match adds one to the same word.
#include <cuda_runtime.h>

#include <vector>

__global__ void count(const int* data, int n, int* total) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(total, data[i] & 3);  // FAULT
  }
}

int main() {
  const int n = 1 << 19;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  int *d, *total, result = 0;
  cudaMalloc(&d, n * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(int));
  count<<<128, 256>>>(d, n, total);
  cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(total);
  return 0;
}
