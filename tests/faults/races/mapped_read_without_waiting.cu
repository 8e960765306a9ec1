// Fault: A4 missing-sync-before-host-read
// Finding: missing-sync-before-host-read or result-read-too-early
// A kernel writes page-locked memory of the host through its device pointer.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void answer(int* out) { *out = 42; }

int main() {
  int *host, *device;
  cudaHostAlloc(&host, sizeof(int), cudaHostAllocMapped);
  *host = 0;
  cudaHostGetDevicePointer(&device, host, 0);
  answer<<<1, 1>>>(device);
  std::printf("%d\n", *host);  // FAULT
  cudaDeviceSynchronize();
  cudaFreeHost(host);
  return 0;
}
