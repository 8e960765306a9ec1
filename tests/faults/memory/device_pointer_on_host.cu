// Fault: A7 wrong-address-space
// Finding: device-pointer-on-host
// The host looks at the first result without copying it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int* device;
  cudaMalloc(&device, 32 * sizeof(int));
  fill<<<1, 32>>>(device);
  cudaDeviceSynchronize();
  std::printf("%d\n", device[0]);  // FAULT
  cudaFree(device);
  return 0;
}
