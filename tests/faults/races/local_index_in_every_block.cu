// Fault: B3 local-for-global-index
// Finding: race-between-blocks or local-for-global-index
// The index lacks the block: all blocks write the same first part.
#include <cuda_runtime.h>

#include <vector>

__global__ void number(int* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = blockIdx.x * blockDim.x + i;  // FAULT
}

int main() {
  const int n = 256;
  std::vector<int> out(n);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemset(d, 0, n * sizeof(int));
  number<<<4, 64>>>(d, n);
  cudaMemcpy(out.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
