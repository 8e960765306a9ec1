// Fault: C5 fold-of-odd-length
// Finding: fold-leaves-out-elements
// The same of a maximum, in an array of fixed size, with the half shifted.
#include <cuda_runtime.h>

__global__ void largest(const int* in, int* out) {
  __shared__ int best[128];
  const unsigned t = threadIdx.x;
  best[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned half = blockDim.x >> 1; half > 0; half >>= 1) {
    if (t < half) best[t] = max(best[t], best[t + half]);  // FAULT
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = best[0];
}

int main() {
  int host[200], *in, *out;
  for (int i = 0; i < 200; ++i) host[i] = 1 + i * 37 % 211;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  largest<<<2, 100>>>(in, out);
  cudaMemcpy(host, out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
