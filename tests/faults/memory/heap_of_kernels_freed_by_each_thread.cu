// Fault: A9 double-free
// Finding: double-free
// One thread allocates a table for the block, and every thread frees it.
#include <cuda_runtime.h>

__global__ void squares(int* out) {
  __shared__ int* table;
  int t = threadIdx.x;
  if (t == 0) table = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  table[t] = t * t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = table[blockDim.x - 1 - t];
  __syncthreads();
  free(table);  // FAULT
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * 64 * sizeof(int));
  squares<<<4, 64>>>(out);
  cudaDeviceSynchronize();
  return 0;
}
