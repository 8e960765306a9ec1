// Correct: a tiled matrix product with both barriers: after loading and before the next tile
#include <cuda_runtime.h>

#include <vector>

constexpr int kTile = 16;

__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k = 0; k < n; k += kTile) {
    as[ty][tx] = a[row * n + k + tx];
    bs[ty][tx] = b[(k + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += as[ty][i] * bs[i][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

int main() {
  const int n = 48;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5);
  }
  float *da, *db, *dc;
  size_t bytes = n * n * sizeof(float);
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice);
  product<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(da, db, dc, n);
  cudaMemcpy(c.data(), dc, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      float expected = 0.0f;
      for (int k = 0; k < n; ++k) expected += a[i * n + k] * b[k * n + j];
      if (c[i * n + j] != expected) return 1;
    }
  }
  return 0;
}
