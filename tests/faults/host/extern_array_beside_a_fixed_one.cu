// Fault: A16 dynamic-shared-memory-missing
// Finding: out-of-bounds says "gives no dynamic shared memory"
// The kernel has a fixed array and one whose bytes the launch should give, and does not.
#include <cuda_runtime.h>

__global__ void sums(const int* in, int* out) {
  __shared__ int weights[32];
  extern __shared__ int values[];
  weights[threadIdx.x % 32] = threadIdx.x % 32;
  values[threadIdx.x] = in[threadIdx.x];  // FAULT
  __syncthreads();
  out[threadIdx.x] = values[(threadIdx.x + 1) % blockDim.x] * weights[threadIdx.x % 32];
}

int main() {
  const int n = 32;
  int host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, n>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
