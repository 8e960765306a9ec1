// Fault: D3 swapped-arguments
// Finding: swapped-arguments
// Input and output are exchanged where the kernel is launched.
#include <cuda_runtime.h>

__global__ void scale(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

int main() {
  const int n = 1000;
  float host[n], *in, *out;
  for (float& v : host) v = 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  scale<<<4, 256>>>(out, in, n);  // FAULT
  cudaMemcpy(host, in, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
