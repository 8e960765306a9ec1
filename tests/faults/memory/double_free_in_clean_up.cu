// Fault: A9 double-free
// Finding: double-free
// The clean-up at the end frees again what a loop has freed.
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int* parts[3];
  for (int i = 0; i < 3; ++i) {
    cudaMalloc(&parts[i], 32 * sizeof(int));
    fill<<<1, 32>>>(parts[i], i);
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; ++i) cudaFree(parts[i]);
  cudaFree(parts[0]);  // FAULT
  return 0;
}
