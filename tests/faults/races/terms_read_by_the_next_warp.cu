// Fault: C1 missing-barrier-after-shared-write
// Finding: missing-barrier
// Warps store a term each, which is the same for all their lanes, and read that of the next warp
// without a barrier.
#include <cuda_runtime.h>

__global__ void differences(const float* values, float* results) {
  __shared__ float terms[5];
  const unsigned warp = threadIdx.x / 32;
  terms[warp] = values[warp] * 2;  // FAULT
  if (threadIdx.x == 0) terms[4] = 0;
  results[threadIdx.x] = terms[warp + 1] - values[warp];  // FAULT
}

int main() {
  float host[4] = {1, 3, 9, 27}, *values, *results;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&results, 128 * sizeof(float));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  differences<<<1, 128>>>(values, results);
  cudaMemcpy(host, results, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(results);
  return 0;
}
