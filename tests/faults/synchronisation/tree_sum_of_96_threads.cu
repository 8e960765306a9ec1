// Fault: C5 fold-of-odd-length
// Finding: fold-leaves-out-elements
// A sum that halves the number of threads, of a block that is no power of two.
#include <cuda_runtime.h>

__global__ void column_sums(const float* in, float* out, int rows, int columns) {
  extern __shared__ float s[];
  const int column = blockIdx.x;
  float mine = 0;
  for (int row = threadIdx.x; row < rows; row += blockDim.x) mine += in[row * columns + column];
  s[threadIdx.x] = mine;
  __syncthreads();
  for (int k = blockDim.x / 2; k >= 1; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];  // FAULT
    __syncthreads();
  }
  if (threadIdx.x == 0) out[column] = s[0];
}

int main() {
  const int rows = 192, columns = 4;
  static float host[rows * columns];
  for (float& v : host) v = 1;
  float *in, *out, sums[columns];
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof sums);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  column_sums<<<columns, 96, 96 * sizeof(float)>>>(in, out, rows, columns);
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
