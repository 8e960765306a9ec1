// Fault: A10 device-memory-leak
// Finding: memory-not-freed
// Each step takes a temporary array, and only the last one is freed.
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int* temporary = nullptr;
  for (int s = 0; s < 4; ++s) {
    cudaMalloc(&temporary, 64 * sizeof(int));  // FAULT
    fill<<<1, 64>>>(temporary, s);
  }
  cudaDeviceSynchronize();
  cudaFree(temporary);
  return 0;
}
