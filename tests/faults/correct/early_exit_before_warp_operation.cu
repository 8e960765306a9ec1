// Correct: threads without work leave; the others shuffle with a mask of those that are left
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const int* in, int* out, int n) {
  int i = threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffffu, i < n);
  if (i >= n) return;
  int value = in[i];
  for (int d = 16; d > 0; d /= 2) {
    int source = (i % 32) ^ d;
    int other = __shfl_sync(mask, value, (mask >> source & 1) != 0 ? source : i % 32);
    if ((mask >> source & 1) != 0) value += other;
  }
  if (i % 32 == 0) out[i / 32] = value;
}

int main() {
  const int n = 40;
  std::vector<int> in(n, 2), out(2);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, 2 * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sums<<<1, 64>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return out[0] == 64 && out[1] == 16 ? 0 : 1;
}
