// Correct: asynchronous copies two stages deep, with the right number of groups left pending in
// every round
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float stage[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int r = 0; r < 2; ++r) {
    __pipeline_memcpy_async(&stage[r][t], &in[r * 64 + t], sizeof(float));
    __pipeline_commit();
  }
  for (int r = 0; r < rounds; ++r) {
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += stage[r % 2][63 - t];
    __syncthreads();
    if (r + 2 < rounds) {
      __pipeline_memcpy_async(&stage[r % 2][t], &in[(r + 2) * 64 + t], sizeof(float));
    }
    __pipeline_commit();
  }
  out[t] = sum;
}

int main() {
  const int rounds = 6;
  std::vector<float> in(64 * rounds), out(64);
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 9);
  float *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&d_out, 64 * sizeof(float));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  sums<<<1, 64>>>(d_in, d_out, rounds);
  cudaMemcpy(out.data(), d_out, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int t = 0; t < 64; ++t) {
    float expected = 0.0f;
    for (int r = 0; r < rounds; ++r) expected += in[r * 64 + 63 - t];
    if (out[t] != expected) return 1;
  }
  return 0;
}
