// Fault: D6 padding-applied-to-wrong-dimension
// Finding: shared-bank-conflict says "more rows"
// The tile has one row more instead of one column more: its columns still lie in one bank.
#include <cuda_runtime.h>

#include <vector>

constexpr int kTile = 32;

__global__ void transpose(const int* in, int* out, int n) {
  __shared__ int tile[kTile + 1][kTile];
  int x = threadIdx.x, bx = blockIdx.x * kTile, by = blockIdx.y * kTile;
  for (int y = threadIdx.y; y < kTile; y += 8) tile[y][x] = in[(by + y) * n + bx + x];
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += 8) {
    out[(bx + y) * n + by + x] = tile[x][y];  // FAULT
  }
}

int main() {
  const int n = 128;
  std::vector<int> m(n * n, 1);
  int *in, *out;
  cudaMalloc(&in, m.size() * sizeof(int));
  cudaMalloc(&out, m.size() * sizeof(int));
  cudaMemcpy(in, m.data(), m.size() * sizeof(int), cudaMemcpyHostToDevice);
  transpose<<<dim3(n / kTile, n / kTile), dim3(kTile, 8)>>>(in, out, n);
  cudaMemcpy(m.data(), out, m.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
