// Fault: D4 misaligned-shared-target
// Finding: uncoalesced-load says "align it"
// The buffer of asynchronous copies lies behind 16 bytes of something else.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const float4* in, float* out, int n) {
  extern __shared__ float4 memory[];
  float4* tile = memory + 1;
  if (threadIdx.x == 0) memory[0] = make_float4(1.0f, 1.0f, 1.0f, 1.0f);
  __syncthreads();
  float sum = 0.0f;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], sizeof(float4));  // FAULT
    __pipeline_commit();
    const float factor = memory[0].x + sum * 1e-9f;
    for (int k = 0; k < 8; ++k) sum = sum * 0.999f + factor;
    __pipeline_wait_prior(0);
    const float4 four = tile[threadIdx.x];
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
  sums<<<16, 128, 129 * sizeof(float4)>>>(in, out, n);
  cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
