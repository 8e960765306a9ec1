// Fault: A1 unchecked-api-return
// Finding: unchecked-error
// The program chooses the eighth device of a machine with one and does not look at the answer.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  cudaSetDevice(7);  // FAULT
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  fill<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
