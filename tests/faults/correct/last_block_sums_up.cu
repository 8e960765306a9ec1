// Correct: the last block to arrive adds up the partial sums; fences make them visible
#include <cuda_runtime.h>

#include <vector>

__device__ unsigned arrived;

__global__ void sum(const int* in, int* partial, int* out) {
  __shared__ int s[64];
  __shared__ bool is_last;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    is_last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  if (t == 0) {
    int total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += static_cast<volatile int*>(partial)[b];
    *out = total;
  }
}

int main() {
  const int blocks = 9, n = 64 * blocks;
  std::vector<int> in(n);
  int expected = 0, out = 0;
  for (int i = 0; i < n; ++i) expected += in[i] = i % 11;
  int *d_in, *partial, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&partial, blocks * sizeof(int));
  cudaMalloc(&d_out, sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int round = 0; round < 2; ++round) {
    sum<<<blocks, 64>>>(d_in, partial, d_out);
    cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost);
    if (out != expected) return 1;
  }
  cudaFree(d_in);
  cudaFree(partial);
  cudaFree(d_out);
  return 0;
}
