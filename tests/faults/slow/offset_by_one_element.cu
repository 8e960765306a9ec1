// Fault: D4 misaligned-base
// Finding: misaligned-base or misaligned-row
// The data begin behind a header of one float, so every warp touches a sector more.
#include <cuda_runtime.h>

#include <vector>

__global__ void doubled(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = in[i];  // FAULT
    out[i] = 2.0f * value;
  }
}

int main() {
  const int n = 64 * 256;
  std::vector<float> host(n + 1, 1.0f);
  float *in, *out;
  cudaMalloc(&in, (n + 1) * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), (n + 1) * sizeof(float), cudaMemcpyHostToDevice);
  doubled<<<64, 256>>>(in + 1, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
