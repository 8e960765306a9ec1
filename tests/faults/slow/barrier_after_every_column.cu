// Fault: D31 excess-barriers
// Finding: redundant-barrier
// The whole block waits after each element, although its warps work on rows of their own.
#include <cuda_runtime.h>

#include <vector>

__global__ void row_sums(const int* m, int* out, int cols) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int row = blockIdx.x * (blockDim.x / 32) + warp, sum = 0;
  for (int c = lane; c < cols; c += 32) {
    sum += m[row * cols + c];
    __syncthreads();  // FAULT
  }
  sum = __reduce_add_sync(0xffffffffu, sum);
  if (lane == 0) out[row] = sum;
}

int main() {
  const int rows = 16, cols = 256;
  std::vector<int> m(rows * cols, 1), out(rows);
  int *d, *sums;
  cudaMalloc(&d, m.size() * sizeof(int));
  cudaMalloc(&sums, rows * sizeof(int));
  cudaMemcpy(d, m.data(), m.size() * sizeof(int), cudaMemcpyHostToDevice);
  row_sums<<<rows / 4, 128>>>(d, sums, cols);
  cudaMemcpy(out.data(), sums, rows * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(sums);
  return 0;
}
