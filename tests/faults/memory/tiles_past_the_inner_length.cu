// Fault: B1 missing-bounds-guard
// Finding: out-of-bounds says "the last round leads past it"
// A product by tiles whose inner length is no multiple of the tile: the grid fits, and the last
// tile does not.
#include <cuda_runtime.h>

#include <vector>

constexpr int kTile = 16;

__global__ void product(const float* a, const float* b, float* c, int columns, int inner) {
  __shared__ float left[kTile][kTile], right[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int begin = 0; begin < inner; begin += kTile) {
    const int k = begin + threadIdx.x;
    left[threadIdx.y][threadIdx.x] = k < inner ? a[row * inner + k] : 0;
    right[threadIdx.y][threadIdx.x] = b[(begin + threadIdx.y) * columns + column];  // FAULT
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  c[row * columns + column] = sum;
}

int main() {
  const int rows = 32, columns = 32, inner = 40;
  const std::vector<float> ones(rows * inner, 1.0F);
  float *a, *b, *c;
  cudaMalloc(&a, rows * inner * sizeof(float));
  cudaMalloc(&b, inner * columns * sizeof(float));
  cudaMalloc(&c, rows * columns * sizeof(float));
  cudaMemcpy(a, ones.data(), rows * inner * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, ones.data(), inner * columns * sizeof(float), cudaMemcpyHostToDevice);
  product<<<dim3(columns / kTile, rows / kTile), dim3(kTile, kTile)>>>(a, b, c, columns, inner);
  std::vector<float> sums(rows * columns);
  cudaMemcpy(sums.data(), c, sums.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
