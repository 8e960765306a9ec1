// Correct: a block of 4 x 16 threads fills a tile of 16 x 16 in four steps along each row
#include <cuda_runtime.h>

__global__ void column_sums(const int* in, int* out) {
  __shared__ int tile[16][16];
  for (int column = threadIdx.x; column < 16; column += blockDim.x)
    tile[threadIdx.y][column] = in[16 * threadIdx.y + column];
  __syncthreads();
  if (threadIdx.x != 0) return;
  int sum = 0;
  for (int row = 0; row < 16; ++row) sum += tile[row][threadIdx.y];
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
  for (int i = 0; i < 16; ++i)
    if (host[i] != 16 * i + 16 * 120) return 1;
  return 0;
}
