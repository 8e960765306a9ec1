// Fault: C22 async-copy-not-waited
// Finding: async-copy-not-waited says "nobody has waited for"
// Two stages are under way and the wait allows one to be pending: the last round reads the pending
// one.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float stage[2][32];
  int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&stage[0][t], &in[t], sizeof(float));
  __pipeline_commit();
  for (int r = 0; r < rounds; ++r) {
    if (r + 1 < rounds) {
      __pipeline_memcpy_async(&stage[(r + 1) % 2][t], &in[(r + 1) * 32 + t], sizeof(float));
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    sum += stage[r % 2][t];  // FAULT
  }
  out[t] = sum;
}

int main() {
  const int rounds = 4;
  std::vector<float> in(32 * rounds, 1.0f), out(32);
  float *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&d_out, 32 * sizeof(float));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  sums<<<1, 32>>>(d_in, d_out, rounds);
  cudaMemcpy(out.data(), d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
