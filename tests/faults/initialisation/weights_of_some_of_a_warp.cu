// Fault: D1 uninitialised-local
// Finding: uninitialised-local says "nothing has given a value"
// The only warp there is looks a weight up for multiples of three, and takes one for even numbers.
#include <cuda_runtime.h>

__global__ void weigh(const int* in, const int* weights, int* out) {
  const int value = in[threadIdx.x];
  int weight;
  if (value % 3 == 0) weight = weights[value % 8];
  out[threadIdx.x] = value * (value % 2 == 0 ? weight : 1);  // FAULT
}

int main() {
  int host[32], table[8], *in, *weights, *out;
  for (int i = 0; i < 32; ++i) host[i] = i;
  for (int i = 0; i < 8; ++i) table[i] = 10 + i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&weights, sizeof table);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(weights, table, sizeof table, cudaMemcpyHostToDevice);
  weigh<<<1, 32>>>(in, weights, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(weights);
  cudaFree(out);
  return 0;
}
