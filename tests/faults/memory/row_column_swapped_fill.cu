// Fault: B4 row-col-swap
// Finding: out-of-bounds
// A wide matrix is filled with row and column swapped in the index, by a macro.
#include <cuda_runtime.h>

#include <vector>

#define AT(m, row, col, cols) (m)[(col) * (cols) + (row)]

__global__ void fill(int* m, int rows, int cols) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && col < cols) {
    AT(m, row, col, cols) = row + col;  // FAULT
  }
}

int main() {
  const int rows = 8, cols = 100;
  std::vector<int> host(rows * cols);
  int* m;
  cudaMalloc(&m, host.size() * sizeof(int));
  cudaMemset(m, 0, host.size() * sizeof(int));
  fill<<<dim3(13, 1), dim3(8, 8)>>>(m, rows, cols);
  cudaMemcpy(host.data(), m, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(m);
  return 0;
}
