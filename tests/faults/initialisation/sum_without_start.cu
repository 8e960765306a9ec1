// Fault: D1 uninitialised-local
// Finding: uninitialised-local says "mine is declared"
// The sum of each thread begins with whatever its register holds.
#include <cuda_runtime.h>

__global__ void sum(const float* in, float* out, int n) {
  float mine;  // FAULT
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine += in[i];
  atomicAdd(out, mine);
}

int main() {
  const int n = 1000;
  float host[n], *in, *out, result = 0;
  for (float& v : host) v = 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(float));
  sum<<<1, 128>>>(in, out, n);
  cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
