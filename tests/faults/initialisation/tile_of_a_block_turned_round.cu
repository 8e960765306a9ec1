// Fault: D1 uninitialised-shared
// Finding: uninitialised-shared says "gives blocks of 8 x 32 threads"
// The block of a transpose has 8 threads along a row of 32, and 32 where 8 are meant.
#include <cuda_runtime.h>

constexpr int kSide = 32, kRowsAtOnce = 8;

__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[kSide][kSide + 1];
  for (int row = threadIdx.y; row < kSide; row += kRowsAtOnce)
    tile[row][threadIdx.x] = in[row * kSide + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < kSide; row += kRowsAtOnce)
    out[row * kSide + threadIdx.x] = tile[threadIdx.x][row];  // FAULT
}

int main() {
  static float host[kSide * kSide];
  for (int i = 0; i < kSide * kSide; ++i) host[i] = static_cast<float>(i);
  float *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  transpose<<<1, dim3(kRowsAtOnce, kSide)>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
