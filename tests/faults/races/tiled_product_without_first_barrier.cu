// Fault: C1 missing-barrier-after-shared-write
// Finding: missing-barrier or missing-syncwarp
// A tiled matrix product that multiplies before all warps have loaded the tiles.
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
    bs[ty][tx] = b[(k + ty) * n + col];  // FAULT
    for (int i = 0; i < kTile; ++i) {
      sum += as[ty][i] * bs[i][tx];  // FAULT
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

int main() {
  const int n = 32;
  std::vector<float> m(n * n, 1.0f);
  float *a, *b, *c;
  cudaMalloc(&a, m.size() * sizeof(float));
  cudaMalloc(&b, m.size() * sizeof(float));
  cudaMalloc(&c, m.size() * sizeof(float));
  cudaMemcpy(a, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  product<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(a, b, c, n);
  cudaMemcpy(m.data(), c, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
