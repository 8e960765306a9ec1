// Correct: an array of each thread, indexed by a number made of the thread's, in a kernel with
// barriers
#include <cuda_runtime.h>

__global__ void mix(const int* in, int* out) {
  __shared__ int tile[64];
  int own[4];
  for (int k = 0; k < 4; ++k) own[k] = in[blockIdx.x * 64 + threadIdx.x] + k;
  tile[threadIdx.x] = own[threadIdx.x % 4];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x] + own[threadIdx.x / 16];
}

int main() {
  int host[128] = {}, *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  mix<<<2, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
