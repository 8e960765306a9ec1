// Fault: B2 uninitialised-shared
// Finding: missing-barrier and uninitialised-shared
// Threads read their neighbours' cells without a barrier, and nobody ever fills the cell in front
// of the first one: with a barrier that stays wrong.
#include <cuda_runtime.h>

__global__ void smooth(const float* in, float* out) {
  __shared__ float tile[129];
  int t = threadIdx.x;
  tile[t + 1] = in[blockIdx.x * 128 + t];                      // FAULT
  out[blockIdx.x * 128 + t] = 0.5f * (tile[t] + tile[t + 1]);  // FAULT
}

int main() {
  const int n = 512;
  float host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  smooth<<<n / 128, 128>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
