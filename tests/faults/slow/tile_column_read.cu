// Fault: D5 shared-bank-conflict
// Finding: shared-bank-conflict
// A transposition through a tile of 32 x 32 reads columns of one bank.
#include <cuda_runtime.h>

#include <vector>

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, bx = blockIdx.x * 32, by = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += 8) tile[y][x] = in[(by + y) * n + bx + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) {
    out[(bx + y) * n + by + x] = tile[x][y];  // FAULT
  }
}

int main() {
  const int n = 128;
  std::vector<float> m(n * n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, m.size() * sizeof(float));
  cudaMalloc(&out, m.size() * sizeof(float));
  cudaMemcpy(in, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n);
  cudaMemcpy(m.data(), out, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
