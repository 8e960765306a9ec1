// Fault: A7 wrong-address-space
// Finding: wrong-address-space-pointer
// The kernel gets the pointer of the host's vector.
#include <cuda_runtime.h>

#include <vector>

__global__ void increment(int* data, int n) {
  int i = threadIdx.x;
  if (i < n) data[i] += 1;  // FAULT
}

int main() {
  const int n = 64;
  std::vector<int> host(n, 1);
  int* device;
  cudaMalloc(&device, n * sizeof(int));
  cudaMemcpy(device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  increment<<<1, 64>>>(host.data(), n);
  cudaMemcpy(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return 0;
}
