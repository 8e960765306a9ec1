// Correct: loops go on by the threads of one block, in the part of the block, in four steps from
// its first element, or with one block alone.
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

__global__ void scale_parts(const float* in, float* out, int n, int part) {
  const int end = min(n, static_cast<int>(blockIdx.x + 1) * part);
  for (int i = blockIdx.x * part + threadIdx.x; i < end; i += blockDim.x) out[i] = 2.0f * in[i];
}

__global__ void scale_fours(const float* in, float* out, int n) {
  int i = 4 * blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    if (i < n) out[i] = 2.0f * in[i];
    i += blockDim.x;
  }
}

__global__ void scale_all(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) out[i] = 2.0f * in[i];
}

int main() {
  const int n = 5000;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale_parts<<<8, 128>>>(in, out, n, 625);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  scale_fours<<<10, 128>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  scale_all<<<1, 128>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return std::all_of(host.begin(), host.end(), [](float x) { return x == 2.0f; }) ? 0 : 1;
}
