// Fault: B2 guard-off-by-one
// Finding: guard-off-by-one
// One thread adds up a row, and its loop takes an element too many.
#include <cuda_runtime.h>

#include <vector>

__device__ int row_sum(const int* row, int length) {
  int sum = 0;
  for (int k = 0; k <= length; ++k) sum += row[k];  // FAULT
  return sum;
}

__global__ void sums(const int* m, int* out, int rows, int cols) {
  int r = threadIdx.x;
  if (r == rows - 1) out[0] = row_sum(m + r * cols, cols);
}

int main() {
  const int rows = 8, cols = 16;
  std::vector<int> m(rows * cols, 1);
  int *dm, *out, total = 0;
  cudaMalloc(&dm, m.size() * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(dm, m.data(), m.size() * sizeof(int), cudaMemcpyHostToDevice);
  sums<<<1, 32>>>(dm, out, rows, cols);
  cudaMemcpy(&total, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(dm);
  cudaFree(out);
  return 0;
}
