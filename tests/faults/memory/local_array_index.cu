// Fault: B14 shared-index-out-of-range
// Finding: out-of-bounds
// A thread's own array of eight buckets gets a ninth.
#include <cuda_runtime.h>

#include <vector>

__global__ void buckets(const int* values, int* most, int n, int divisor) {
  int counts[8] = {};
  for (int i = 0; i < n; ++i) counts[values[i] / divisor] += 1;  // FAULT
  int best = 0;
  for (int b = 1; b < 8; ++b) {
    if (counts[b] > counts[best]) best = b;
  }
  most[threadIdx.x] = best;
}

int main() {
  const int n = 90;
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i;
  int *d_values, *d_most;
  cudaMalloc(&d_values, n * sizeof(int));
  cudaMalloc(&d_most, 32 * sizeof(int));
  cudaMemcpy(d_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  buckets<<<1, 32>>>(d_values, d_most, n, 10);
  cudaDeviceSynchronize();
  cudaFree(d_values);
  cudaFree(d_most);
  return 0;
}
