// Fault: A16 dynamic-shared-size
// Finding: out-of-bounds or dynamic-shared-memory-missing
// The kernel has a dynamic array in shared memory and the launch gives it no bytes.
#include <cuda_runtime.h>

__global__ void reverse(int* data) {
  extern __shared__ int s[];
  s[threadIdx.x] = data[threadIdx.x];  // FAULT
  __syncthreads();
  data[threadIdx.x] = s[31 - threadIdx.x];
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  reverse<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
