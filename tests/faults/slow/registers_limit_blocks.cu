// Fault: D14 low-occupancy
// Finding: low-occupancy
// Machine code: ptxas says how many registers a thread has
// Each thread keeps 160 numbers until their sum is known, so one block fills a multiprocessor.
#include <cuda_runtime.h>

#include <vector>

constexpr int kEach = 160;

__global__ void normalise(const float* in, float* out, int threads) {  // FAULT
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mine[kEach], sum = 0.0f;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    mine[k] = in[k * threads + i];
    sum += mine[k];
  }
#pragma unroll
  for (int k = 0; k < kEach; ++k) out[k * threads + i] = mine[k] - sum;
}

int main() {
  const int threads = 256 * 160, n = threads * kEach;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  normalise<<<threads / 256, 256>>>(in, out, threads);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
