// Correct: each block counts in a word of its own with atomics of block scope
#include <cuda_runtime.h>

#include <vector>

__global__ void count(const int* in, int* out) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) out[b] = 0;
  __syncthreads();
  if (in[b] > 0) atomicAdd_block(&out[b], in[b]);
}

int main() {
  const int n = 8;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  count<<<8, 64>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(64 * i)) return 1;
  }
  return 0;
}
