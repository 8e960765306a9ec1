// Fault: D29 single-buffered-dma
// Finding: single-buffered-transfers
// Asynchronous copies into one buffer, each waited for at once: nothing overlaps.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float stage[128];
  int t = threadIdx.x;
  const float* mine = in + blockIdx.x * rounds * 128;
  float sum = 0.0f;
  for (int r = 0; r < rounds; ++r) {
    __pipeline_memcpy_async(&stage[t], &mine[r * 128 + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);  // FAULT
    __syncthreads();
    sum += stage[127 - t];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

int main() {
  const int blocks = 16, rounds = 16;
  std::vector<float> in(blocks * rounds * 128, 1.0f), out(blocks * 128);
  float *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&d_out, out.size() * sizeof(float));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  sums<<<blocks, 128>>>(d_in, d_out, rounds);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
