// Fault: A8 free-mismatch
// Finding: free-mismatch
// Memory from cudaMallocHost is freed with cudaFree.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int *host, *data;
  cudaMallocHost(&host, 32 * sizeof(int));
  cudaMalloc(&data, 32 * sizeof(int));
  fill<<<1, 32>>>(data);
  cudaMemcpy(host, data, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  cudaFree(host);  // FAULT
  return 0;
}
