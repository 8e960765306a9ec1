// Fault: D1 uninitialised-shared
// Finding: uninitialised-shared says "gives blocks of 4 x 16 threads"
// Sums over the columns of a tile of 16 x 16; the block has 4 threads along a row.
#include <cuda_runtime.h>

__global__ void column_sums(const int* in, int* out) {
  __shared__ int tile[16][16];
  for (int row = threadIdx.y; row < 16; row += blockDim.y) {
    tile[row][threadIdx.x] = in[16 * row + threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  int sum = 0;
  for (int row = 0; row < 16; ++row) sum += tile[row][threadIdx.y];  // FAULT
  out[threadIdx.y] = sum;
}

int main() {
  int host[256], *in, *out;
  for (int i = 0; i < 256; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 16 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  column_sums<<<1, dim3(4, 16)>>>(in, out);
  cudaMemcpy(host, out, 16 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
