// Fault: B8 vector-tail-missed
// Finding: vector-tail-missed or uninitialised-copy
// Groups of four are scaled; two elements are left over.
#include <cuda_runtime.h>

#include <vector>

__global__ void scale(const float4* in, float4* out, int groups) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < groups) {
    float4 v = in[i];
    out[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
  }
}

int main() {
  const int n = 202;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<1, 64>>>((const float4*)in, (float4*)out, n / 4);                 // FAULT
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);  // FAULT
  cudaFree(in);
  cudaFree(out);
  return 0;
}
