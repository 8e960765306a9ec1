// Fault: D6 padding-applied-to-wrong-dimension
// Finding: shared-bank-conflict says "more rows"
// The tile is wider than a warp, and has one row more.
#include <cuda_runtime.h>

#include <vector>

__global__ void column_sums(const float* in, float* out, int n) {
  __shared__ float tile[33][64];
  const int x = threadIdx.x, base = blockIdx.x * 32;
  for (int row = 0; row < 32; ++row) {
    tile[row][x] = in[(base + row) * 64 + x];
    tile[row][x + 32] = in[(base + row) * 64 + x + 32];
  }
  __syncwarp();
  float sum = 0.0f;
  for (int column = 0; column < 64; ++column) {
    sum += tile[x][column];  // FAULT
  }
  out[base + x] = sum;
}

int main() {
  const int n = 32 * 20;
  std::vector<float> m(64 * n, 1.0f), sums(n);
  float *in, *out;
  cudaMalloc(&in, m.size() * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  column_sums<<<20, 32>>>(in, out, n);
  cudaMemcpy(sums.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
