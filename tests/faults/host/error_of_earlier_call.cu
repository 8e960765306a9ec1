// Fault: A3 sticky-error-misattributed
// Finding: unchecked-error
// A memset of a null pointer fails unseen, and the check behind the launch blames the kernel.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 3; }

int main() {
  int *data, *work = nullptr;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(work, 0, 64);  // FAULT
  fill<<<1, 32>>>(data);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) std::printf("fill: %s\n", cudaGetErrorString(error));
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
