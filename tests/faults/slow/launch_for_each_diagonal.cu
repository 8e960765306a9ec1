// Fault: D21 many-tiny-kernels
// Finding: many-tiny-kernels
// Each of 250 diagonals of a table gets a launch of a few threads, where one cooperating block
// would do.
#include <cuda_runtime.h>

__global__ void diagonal(int* table, int n, int d) {
  int row = threadIdx.x, col = d - row;
  if (row > 0 && row < n && col > 0 && col < n) {
    table[row * n + col] = table[(row - 1) * n + col] + table[row * n + col - 1];
  }
}

int main() {
  const int n = 32;
  int* table;
  cudaMalloc(&table, n * n * sizeof(int));
  cudaMemset(table, 1, n * n * sizeof(int));
  for (int round = 0; round < 4; ++round) {
    for (int d = 2; d < 2 * n - 1; ++d) diagonal<<<1, n>>>(table, n, d);  // FAULT
  }
  cudaDeviceSynchronize();
  cudaFree(table);
  return 0;
}
