// Fault: C15 missing-threadfence
// Finding: race-between-blocks says "told of it since"
// Each block goes on with the row that the one before has left; a volatile number says that it is
// there.
#include <cuda_runtime.h>

__device__ volatile int rows_done;

__global__ void running_sums(int* rows, int width) {
  const int row = blockIdx.x, column = threadIdx.x;
  if (column == 0) {
    while (rows_done != row) {
    }
  }
  __syncthreads();
  if (row > 0) rows[row * width + column] += rows[(row - 1) * width + column];  // FAULT
  __syncthreads();
  if (column == 0) rows_done = row + 1;
}

int main() {
  const int width = 64, height = 5;
  int host[width * height], *rows;
  for (int i = 0; i < width * height; ++i) host[i] = i % 7;
  cudaMalloc(&rows, sizeof host);
  cudaMemcpy(rows, host, sizeof host, cudaMemcpyHostToDevice);
  running_sums<<<height, width>>>(rows, width);
  cudaMemcpy(host, rows, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(rows);
  return 0;
}
