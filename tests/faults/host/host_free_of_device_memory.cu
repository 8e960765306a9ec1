// Fault: A8 free-mismatch
// Finding: free-mismatch
// cudaFreeHost is called for memory from cudaMalloc.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  fill<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFreeHost(data);  // FAULT
  return 0;
}
