// Correct: square tiles are transposed in place through shared memory; no two blocks touch the same
// elements
#include <cuda_runtime.h>

#include <vector>

constexpr int kTile = 16;

__global__ void transpose(float* m, int n) {
  __shared__ float upper[kTile][kTile + 1], lower[kTile][kTile + 1];
  if (blockIdx.x > blockIdx.y) return;
  int x = threadIdx.x, y = threadIdx.y;
  float* a = m + blockIdx.y * kTile * n + blockIdx.x * kTile;
  float* b = m + blockIdx.x * kTile * n + blockIdx.y * kTile;
  upper[y][x] = a[y * n + x];
  lower[y][x] = b[y * n + x];
  __syncthreads();
  a[y * n + x] = lower[x][y];
  if (blockIdx.x != blockIdx.y) b[y * n + x] = upper[x][y];
}

int main() {
  const int n = 48;
  std::vector<float> m(n * n);
  for (int i = 0; i < n * n; ++i) m[i] = static_cast<float>(i);
  float* d;
  cudaMalloc(&d, m.size() * sizeof(float));
  cudaMemcpy(d, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  transpose<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(d, n);
  cudaMemcpy(m.data(), d, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (m[i * n + j] != static_cast<float>(j * n + i)) return 1;
    }
  }
  return 0;
}
