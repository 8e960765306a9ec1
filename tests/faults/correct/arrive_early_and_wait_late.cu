// Correct: threads arrive at a barrier, do work of their own, and wait then; two buffers, one wait
// a round.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>
#include <utility>
__global__ void rotate(const int* in, int* out, int rounds) {
  __shared__ int line[2][128];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const int t = threadIdx.x;
  if (t == 0) init(&barrier, 128);
  __syncthreads();
  int x = in[t], sum = 0;
  for (int r = 0; r < rounds; ++r) {
    line[r % 2][t] = x;
    auto token = barrier.arrive();
    sum += x % 3;
    barrier.wait(std::move(token));
    x = line[r % 2][(t + 1) % 128];
  }
  out[t] = x + 1000 * sum;
}
int main() {
  int h[128], r[128];
  for (int i = 0; i < 128; ++i) h[i] = i;
  int *a, *b;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  rotate<<<1, 128>>>(a, b, 10);
  cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int t = 0; t < 128; ++t) {
    int s = 0;
    for (int k = 0; k < 10; ++k) s += (t + k) % 128 % 3;
    bad += r[t] != (t + 10) % 128 + 1000 * s;
  }
  cudaFree(a);
  cudaFree(b);
  printf("%d wrong\n", bad);
  return bad;
}
