// Fault: D6 padding-applied-to-wrong-dimension
// Finding: shared-bank-conflict
// A padding of sixteen words leaves columns in two banks.
#include <cuda_runtime.h>

#include <vector>

#define WIDTH (32 + 16)

__global__ void column_sums(const float* in, float* out, int n) {
  __shared__ float tile[32 * WIDTH];
  int x = threadIdx.x, base = blockIdx.x * 32;
  for (int y = 0; y < 32; ++y) tile[y * WIDTH + x] = in[y * n + base + x];
  __syncwarp();
  float sum = 0.0f;
  for (int y = 0; y < 32; ++y) {
    sum += tile[x * WIDTH + y];  // FAULT
  }
  out[base + x] = sum;
}

int main() {
  const int n = 32 * 20;
  std::vector<float> m(32 * n, 1.0f), out(n);
  float *in, *d_out;
  cudaMalloc(&in, m.size() * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(in, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  column_sums<<<20, 32>>>(in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(d_out);
  return 0;
}
