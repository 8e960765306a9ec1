// Fault: C2 missing-trailing-barrier-in-loop
// Finding: missing-trailing-barrier or missing-syncwarp
// A tiled matrix-vector product whose tile is replaced while others still use it.
#include <cuda_runtime.h>

#include <vector>

template <typename T, int kWidth>
__global__ void gemv(const T* m, const T* x, T* y, int n) {
  __shared__ T piece[kWidth];
  int row = threadIdx.x;
  T sum = 0;
  for (int begin = 0; begin < n; begin += kWidth) {
    piece[threadIdx.x] = x[begin + threadIdx.x];  // FAULT
    __syncthreads();
    for (int i = 0; i < kWidth; ++i) sum += m[(begin + i) * kWidth + row] * piece[i];  // FAULT
  }
  y[row] = sum;
}

int main() {
  const int n = 128;
  std::vector<double> m(n * 64, 1.0), x(n, 1.0), y(64);
  double *dm, *dx, *dy;
  cudaMalloc(&dm, m.size() * sizeof(double));
  cudaMalloc(&dx, n * sizeof(double));
  cudaMalloc(&dy, 64 * sizeof(double));
  cudaMemcpy(dm, m.data(), m.size() * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  gemv<double, 64><<<1, 64>>>(dm, dx, dy, n);
  cudaMemcpy(y.data(), dy, 64 * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(dm);
  cudaFree(dx);
  cudaFree(dy);
  return 0;
}
