// Fault: A21 host-past-end
// Finding: host-past-end
// The host counts in bytes where the array has as many of them.
#include <cuda_runtime.h>

__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  const int bytes = 1024 * sizeof(int);
  int* data;
  cudaMallocManaged(&data, bytes);
  for (int i = 0; i < bytes; ++i) data[i] = i;  // FAULT
  twice<<<1, 1024>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
