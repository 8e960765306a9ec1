// Correct: constant memory and a device variable, both written by the host before they are read
#include <cuda_runtime.h>

#include <vector>

__constant__ int factors[4];
__device__ int offset;

__global__ void apply(const int* in, int* out) {
  int i = threadIdx.x;
  out[i] = in[i] * factors[i % 4] + offset;
}

int main() {
  const int n = 64;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const int table[4] = {1, 2, 3, 4}, five = 5;
  cudaMemcpyToSymbol(factors, table, sizeof table);
  cudaMemcpyToSymbol(offset, &five, sizeof five);
  apply<<<1, 64>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i * (i % 4 + 1) + 5)) return 1;
  }
  return 0;
}
