// Fault: D2 missing-shared-qualifier
// Finding: missing-shared-qualifier
// The total to which all threads add is a variable of each; the compiler makes a trap of that.
#include <cuda_runtime.h>

__global__ void total(const float* in, float* out) {
  float all;  // FAULT
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  atomicAdd(&all, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) *out = all;
}

int main() {
  float host[64] = {}, *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  total<<<1, 64>>>(in, out);
  cudaError_t error = cudaMemcpy(host, out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return error != cudaSuccess;
}
