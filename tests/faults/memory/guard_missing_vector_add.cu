// Fault: B1 missing-bounds-guard
// Finding: missing-bounds-guard
// A vector addition without a guard: the last block has more threads than elements.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void add(const float* a, const float* b, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];  // FAULT
}

int main() {
  const int n = 1000;
  std::vector<float> a(n, 1.0f), b(n, 2.0f), c(n);
  float *da, *db, *dc;
  cudaMalloc(&da, n * sizeof(float));
  cudaMalloc(&db, n * sizeof(float));
  cudaMalloc(&dc, n * sizeof(float));
  cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<(n + 127) / 128, 128>>>(da, db, dc);
  cudaMemcpy(c.data(), dc, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%f\n", c[n - 1]);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return 0;
}
