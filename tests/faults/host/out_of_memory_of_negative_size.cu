// Fault: A11 ignored-out-of-memory
// Finding: unchecked-error or ignored-out-of-memory
// The number of bytes overflows int, becomes negative, and then a huge size.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  volatile int rows = 60000;
  int bytes = rows * 50000;
  float* matrix = nullptr;
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&matrix, bytes);  // FAULT
  fill<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
