// Fault: C16 atomic-wrong-scope
// Finding: race-between-blocks or atomic-scope-too-narrow
// All blocks count in one word with an atomic that holds within a block only.
#include <cuda_runtime.h>

#include <vector>

__global__ void count_even(const int* values, int n, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] % 2 == 0) atomicAdd_block(count, 1);  // FAULT
}

int main() {
  const int n = 200;
  std::vector<int> values(n, 2);
  int *d_values, *d_count, count = 0;
  cudaMalloc(&d_values, n * sizeof(int));
  cudaMalloc(&d_count, sizeof(int));
  cudaMemcpy(d_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_count, 0, sizeof(int));
  count_even<<<4, 64>>>(d_values, n, d_count);
  cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_values);
  cudaFree(d_count);
  return 0;
}
