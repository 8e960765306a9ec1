// Correct: a lock whose turns are tickets, taken by one lane of each warp; its words lie in one
// structure with what it guards.
#include <cuda_runtime.h>

#include <cstdio>
struct Account {
  unsigned next, serving;
  double balance;
  int changes;
};
__global__ void pay(Account* a, const float* amounts, int n) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32,
      lane = threadIdx.x % 32;
  for (int i = w * 32; i < n; i += warps * 32) {
    float x = i + lane < n ? amounts[i + lane] : 0;
    for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d);
    if (lane == 0) {
      const unsigned ticket = atomicAdd(&a->next, 1);
      while (*(volatile unsigned*)&a->serving != ticket) {
      }
      __threadfence();
      a->balance += x;
      a->changes += 1;
      __threadfence();
      *(volatile unsigned*)&a->serving = ticket + 1;
    }
    __syncwarp();
  }
}
int main() {
  const int n = 3000;
  static float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 5;
  float* d;
  Account *a, r;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMalloc(&a, sizeof r);
  cudaMemset(a, 0, sizeof r);
  pay<<<4, 128>>>(a, d, n);
  cudaMemcpy(&r, a, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(d);
  printf("%g %d\n", r.balance, r.changes);
  return r.balance == 6000 && r.changes == 94 ? 0 : 1;
}
