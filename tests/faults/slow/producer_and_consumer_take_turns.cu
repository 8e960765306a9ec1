// Fault: D29 single-buffered-dma
// Finding: single-buffered-transfers
// A warp that only loads and a warp that only computes share one buffer: one always waits for the
// other.
#include <cuda_runtime.h>

#include <vector>

__global__ void pipe(const float* in, float* out, int rounds) {
  __shared__ float buffer[32];
  int lane = threadIdx.x % 32;
  float sum = 0.0f;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x < 32) buffer[lane] = in[32 * r + lane];
    __syncthreads();  // FAULT
    if (threadIdx.x >= 32) sum += buffer[31 - lane];
    __syncthreads();  // FAULT
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

int main() {
  const int rounds = 40;
  std::vector<float> in(32 * rounds, 1.0f), out(32);
  float *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&d_out, 32 * sizeof(float));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  pipe<<<1, 64>>>(d_in, d_out, rounds);
  cudaMemcpy(out.data(), d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
