// Fault: A8 free-mismatch
// Finding: free-mismatch
// The pointer was moved on to the second half before it is freed.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  fill<<<1, 32>>>(data);
  data += 32;
  fill<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);  // FAULT
  return 0;
}
