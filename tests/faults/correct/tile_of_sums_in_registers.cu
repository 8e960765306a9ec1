// Correct: a product whose threads keep 8 x 8 sums each; few warps are resident, and that is meant
// Machine code: many registers, none of them spilled
#include <cuda_runtime.h>

#include <vector>

constexpr int kTile = 64, kDeep = 16, kOwn = 8;

__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float as[kDeep][kTile + 2], bs[kDeep][kTile];
  int row = threadIdx.x / 8, col = threadIdx.x % 8;
  float sums[kOwn][kOwn] = {};
  for (int k = 0; k < n; k += kDeep) {
    for (int t = threadIdx.x; t < kTile * kDeep; t += blockDim.x) {
      as[t % kDeep][t / kDeep] = a[(blockIdx.y * kTile + t / kDeep) * n + k + t % kDeep];
      bs[t / kTile][t % kTile] = b[(k + t / kTile) * n + blockIdx.x * kTile + t % kTile];
    }
    __syncthreads();
    for (int d = 0; d < kDeep; ++d) {
#pragma unroll
      for (int y = 0; y < kOwn; ++y) {
#pragma unroll
        for (int x = 0; x < kOwn; ++x) sums[y][x] += as[d][row + 8 * y] * bs[d][col + 8 * x];
      }
    }
    __syncthreads();
  }
  for (int y = 0; y < kOwn; ++y) {
    for (int x = 0; x < kOwn; ++x)
      c[(blockIdx.y * kTile + row + 8 * y) * n + blockIdx.x * kTile + col + 8 * x] = sums[y][x];
  }
}

int main() {
  const int n = 128;
  std::vector<float> host(n * n, 1.0f);
  float *a, *b, *c;
  for (float** matrix : {&a, &b, &c}) cudaMalloc(matrix, n * n * sizeof(float));
  cudaMemcpy(a, host.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  product<<<dim3(n / kTile, n / kTile), 64>>>(a, b, c, n);
  cudaMemcpy(host.data(), c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  for (float* matrix : {a, b, c}) cudaFree(matrix);
  return host[5] == n ? 0 : 1;
}
