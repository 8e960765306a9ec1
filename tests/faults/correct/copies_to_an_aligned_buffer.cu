// Correct: the buffer of asynchronous copies begins with 128 bytes of its own, behind 16 others.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

struct Stage {
  float4 weight;
  alignas(128) float4 tile[128];
};

__global__ void sums(const float4* in, float* out, int n) {
  __shared__ Stage stage;
  if (threadIdx.x == 0) stage.weight = make_float4(1.0f, 0.0f, 0.0f, 0.0f);
  __syncthreads();
  float sum = 0.0f;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
    __pipeline_memcpy_async(&stage.tile[threadIdx.x], &in[i], sizeof(float4));
    __pipeline_commit();
    const float factor = stage.weight.x + sum * 1e-9f;
    for (int k = 0; k < 8; ++k) sum = sum * 0.999f + factor;
    __pipeline_wait_prior(0);
    const float4 four = stage.tile[threadIdx.x];
    sum += four.x + four.y + four.z + four.w;
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

int main() {
  const int n = 128 * 64;
  std::vector<float4> host(n, make_float4(1.0f, 0.0f, 0.0f, 0.0f));
  std::vector<float> result(16 * 128);
  float4* in;
  float* out;
  cudaMalloc(&in, n * sizeof(float4));
  cudaMalloc(&out, result.size() * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  sums<<<16, 128>>>(in, out, n);
  cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return result[0] > 0.0f ? 0 : 1;
}
