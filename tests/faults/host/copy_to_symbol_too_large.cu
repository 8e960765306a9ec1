// Fault: A1 unchecked-api-return
// Finding: unchecked-error or copy-past-end
// A table of six is copied into a constant of five: the call fails and nobody sees it.
#include <cuda_runtime.h>

__constant__ float weights[5];

__global__ void use(float* out) { out[threadIdx.x] = weights[threadIdx.x % 5]; }

int main() {
  const float table[6] = {1, 2, 3, 4, 5, 6};
  float* out;
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemcpyToSymbol(weights, table, sizeof table);  // FAULT
  use<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
