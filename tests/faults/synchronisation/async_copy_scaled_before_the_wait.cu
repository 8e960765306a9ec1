// Fault: C22 async-copy-not-waited
// Finding: async-copy-not-waited says "nobody has waited for"
// The border of a tile is set while the copy that also brings the border is still under way.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void smooth(const float* in, float* out) {
  __shared__ __align__(16) float tile[256];
  int t = threadIdx.x;
  const float* from = in + blockIdx.x * 256;
  __pipeline_memcpy_async(&tile[4 * t], &from[4 * t], sizeof(float4));
  __pipeline_commit();
  if (t == 0) tile[0] = 0.0f;  // FAULT
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int c = t; c < 255; c += 64) out[blockIdx.x * 256 + c] = tile[c] + tile[c + 1];
}

int main() {
  const int n = 16 * 256;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(out, 0, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  smooth<<<16, 64>>>(in, out);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
