// Fault: D15 register-spill-or-local-array
// Finding: register-spill
// Machine code: ptxas says what it spilled
// A thread adds up 17 x 17 products at a time, which are more than the 255 registers there are.
#include <cuda_runtime.h>

#include <vector>

constexpr int kSide = 17;

template <int side>
__device__ void add_outer(float (&sums)[side][side], const float (&a)[side],
                          const float (&b)[side]) {
#pragma unroll
  for (int y = 0; y < side; ++y) {
#pragma unroll
    for (int x = 0; x < side; ++x) sums[y][x] += a[y] * b[x];
  }
}

__global__ void outer_products(const float* in, float* out, int count, int n) {  // FAULT
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[kSide][kSide] = {};
  for (int p = 0; p < count; ++p) {
    float a[kSide], b[kSide];
#pragma unroll
    for (int k = 0; k < kSide; ++k) {
      a[k] = in[(p * 2 * kSide + k) * n + i];
      b[k] = in[(p * 2 * kSide + kSide + k) * n + i];
    }
    add_outer<kSide>(sums, a, b);
  }
#pragma unroll
  for (int y = 0; y < kSide; ++y) {
#pragma unroll
    for (int x = 0; x < kSide; ++x) out[(y * kSide + x) * n + i] = sums[y][x];
  }
}

int main() {
  const int n = 2048, count = 4;
  std::vector<float> host(2 * kSide * count * n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, host.size() * sizeof(float));
  cudaMalloc(&out, kSide * kSide * n * sizeof(float));
  cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  outer_products<<<n / 128, 128>>>(in, out, count, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
