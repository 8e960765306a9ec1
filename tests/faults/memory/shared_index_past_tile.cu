// Fault: B14 shared-index-out-of-range
// Finding: out-of-bounds
// A stencil tile without a right halo cell, which the last thread reads all the same.
#include <cuda_runtime.h>

#include <vector>

constexpr int kBlock = 64;

__global__ void stencil(const float* in, float* out, int n, int reach) {
  __shared__ float tile[kBlock + 1];
  int i = blockIdx.x * kBlock + threadIdx.x;
  int t = threadIdx.x + 1;
  tile[t] = in[i];
  if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
  __syncthreads();
  float sum = 0.0f;
  for (int d = -1; d <= reach; ++d) sum += tile[t + d];  // FAULT
  out[i] = sum;
}

int main() {
  const int n = 4 * kBlock;
  std::vector<float> in(n, 1.0f), out(n);
  float *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  stencil<<<n / kBlock, kBlock>>>(d_in, d_out, n, 1);
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
