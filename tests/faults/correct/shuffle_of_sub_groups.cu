// Correct: shuffles with a width of eight; each group of eight lanes adds up for itself
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int d = 4; d > 0; d /= 2) value += __shfl_xor_sync(0xffffffffu, value, d, 8);
  out[threadIdx.x] = value;
}

int main() {
  const int n = 64;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sums<<<1, 64>>>(d_in + 0, d_out + 0);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(8 * (i / 8 * 8) + 28)) return 1;
  }
  return 0;
}
