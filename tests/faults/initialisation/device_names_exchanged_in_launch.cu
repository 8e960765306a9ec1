// Fault: D3 swapped-arguments
// Finding: swapped-arguments
// The same with names that say where the arrays are.
#include <cuda_runtime.h>

__global__ void add_weighted(const double* weights, const double* values, double* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] = weights[i % 8] * values[i];
}

int main() {
  const int n = 300;
  double values[n], weights[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *d_values, *d_weights, *d_sums;
  for (double& v : values) v = 3;
  cudaMalloc(&d_values, sizeof values);
  cudaMalloc(&d_weights, sizeof weights);
  cudaMalloc(&d_sums, sizeof values);
  cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(d_weights, weights, sizeof weights, cudaMemcpyHostToDevice);
  add_weighted<<<(n + 127) / 128, 128>>>(d_weights, d_sums, d_values, n);  // FAULT
  cudaMemcpy(values, d_sums, sizeof values, cudaMemcpyDeviceToHost);
  cudaFree(d_values);
  cudaFree(d_weights);
  cudaFree(d_sums);
  return 0;
}
