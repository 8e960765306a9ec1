// Correct: what some lanes of the only warp have not set, they do not use either
#include <cuda_runtime.h>

__global__ void weigh(const int* in, const int* weights, int* out) {
  const int value = in[threadIdx.x];
  int weight;
  if (value % 3 == 0) weight = weights[value % 8];
  const bool is_wanted = value % 6 == 0;  // then it is a multiple of three, too
  out[threadIdx.x] = value * (is_wanted ? weight : 1);
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
  for (int i = 0; i < 32; ++i)
    if (host[i] != i * (i % 6 == 0 ? 10 + i % 8 : 1)) return 1;
  return 0;
}
