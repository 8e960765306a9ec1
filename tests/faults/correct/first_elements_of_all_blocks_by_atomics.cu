// Correct: every block adds to the same first elements, by atomics
#include <cuda_runtime.h>

__global__ void column_sums(const int* in, int* sums, int columns) {
  const int column = threadIdx.x;
  atomicAdd(&sums[column], in[blockIdx.x * columns + column]);
}

int main() {
  const int columns = 64, rows = 8;
  int host[columns * rows], *in, *sums;
  for (int i = 0; i < columns * rows; ++i) host[i] = i % 11;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&sums, columns * sizeof(int));
  cudaMemset(sums, 0, columns * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  column_sums<<<rows, columns>>>(in, sums, columns);
  cudaMemcpy(host, sums, columns * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(sums);
  return 0;
}
