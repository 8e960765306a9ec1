// Fault: A9 use-after-free
// Finding: use-after-free says "page-locked memory"
// A buffer for copies is given back in the loop and filled again in its next round.
#include <cuda_runtime.h>

int main() {
  const int n = 1024;
  int *host, *device;
  cudaMallocHost(&host, n * sizeof(int));
  cudaMalloc(&device, n * sizeof(int));
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < n; ++i) host[i] = round + i;  // FAULT
    cudaMemcpy(device, host, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaFreeHost(host);
  }
  cudaFree(device);
  return 0;
}
