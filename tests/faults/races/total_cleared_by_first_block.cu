// Fault: C5 race-between-blocks
// Finding: race-between-blocks
// Block 0 clears the total that all blocks add to: those that run before it lose what they have
// added.
#include <cuda_runtime.h>

#include <vector>

__global__ void total_of(const int* in, int* total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *total = 0;  // FAULT
  __syncthreads();
  atomicAdd(total, in[i]);  // FAULT
}

int main() {
  const int n = 256;
  std::vector<int> in(n, 3);
  int total = 0;
  int *d_in, *d_total;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_total, sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  total_of<<<4, 64>>>(d_in, d_total);
  cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_total);
  return 0;
}
