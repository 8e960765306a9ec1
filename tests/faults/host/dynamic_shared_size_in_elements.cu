// Fault: A16 dynamic-shared-size
// Finding: out-of-bounds or dynamic-shared-memory-missing
// The third launch parameter counts bytes; the program gives the number of elements.
#include <cuda_runtime.h>

__global__ void reverse(double* data, int n) {
  extern __shared__ double values[];
  int t = threadIdx.x;
  values[t] = data[t];  // FAULT
  __syncthreads();
  data[t] = values[n - 1 - t];
}

int main() {
  const int n = 64;
  double* data;
  cudaMalloc(&data, n * sizeof(double));
  cudaMemset(data, 0, n * sizeof(double));
  reverse<<<1, n, n>>>(data, n);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
