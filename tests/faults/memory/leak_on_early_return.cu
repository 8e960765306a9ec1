// Fault: A10 device-memory-leak
// Finding: memory-not-freed
// A function returns before it frees its work space when there is nothing to do.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_odd(const int* data, int n, int* result) {
  int i = threadIdx.x;
  if (i < n && data[i] % 2 != 0) atomicAdd(result, 1);
}

static int odd_values(const int* data, int n) {
  int *work, result = 0;
  cudaMalloc(&work, sizeof(int));  // FAULT
  cudaMemset(work, 0, sizeof(int));
  count_odd<<<1, 64>>>(data, n, work);
  cudaMemcpy(&result, work, sizeof(int), cudaMemcpyDeviceToHost);
  if (result == 0) return 0;
  cudaFree(work);
  return result;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  std::printf("%d\n", odd_values(data, 64));
  cudaFree(data);
  return 0;
}
