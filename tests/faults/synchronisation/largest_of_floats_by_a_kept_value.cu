// Fault: C17 spin-without-progress
// Finding: spin-without-progress says "compares with seen in each round"
// The loop tries to put a larger float, and never looks at what atomicCAS found.
#include <cuda_runtime.h>

__global__ void largest(const float* in, unsigned* word) {
  const float value = in[threadIdx.x];
  unsigned seen = *word;
  while (value > __uint_as_float(seen)) {
    if (atomicCAS(word, seen, __float_as_uint(value)) == seen) return;  // FAULT
  }
}

int main() {
  const int n = 32;
  float host[n], *in;
  unsigned* word;
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&word, sizeof(unsigned));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(word, 0, sizeof(unsigned));
  largest<<<1, n>>>(in, word);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(word);
  return error == cudaSuccess ? 0 : 1;
}
