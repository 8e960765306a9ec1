// Fault: B11 local-for-global-index
// Finding: uninitialised-copy says "Every block writes to the elements of block 0"
// The index lacks the number of the block, so only the first 256 elements are written.
#include <cuda_runtime.h>

#include <vector>

__global__ void twice(const float* in, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = in[i] * 2;
}

int main() {
  const int n = 1024;
  std::vector<float> host(n, 3.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<n / 256, 256>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);  // FAULT
  cudaFree(in);
  cudaFree(out);
  return 0;
}
