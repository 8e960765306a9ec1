// Fault: A4 missing-sync-before-host-read
// Finding: missing-sync-before-host-read or result-read-too-early
// The host adds up managed memory that the kernel may still be writing.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaMallocManaged(&data, 128 * sizeof(int));
  fill<<<1, 128>>>(data);
  int sum = 0;
  for (int i = 0; i < 128; ++i) sum += data[i];  // FAULT
  std::printf("%d\n", sum);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
