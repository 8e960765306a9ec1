// Fault: B2 guard-missing
// Finding: guard-inverted
// Threads return where both indices are inside, not where one of them is outside.
#include <cuda_runtime.h>

__global__ void fill(float* cells, int columns, int rows) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < columns && row < rows)  // FAULT
    return;
  cells[row * columns + column] = row + 0.5f;
}

int main() {
  const int columns = 70, rows = 50;
  float* cells;
  cudaMalloc(&cells, columns * rows * sizeof(float));
  fill<<<dim3(5, 4), dim3(16, 16)>>>(cells, columns, rows);
  cudaDeviceSynchronize();
  cudaFree(cells);
  return 0;
}
