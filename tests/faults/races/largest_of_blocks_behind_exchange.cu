// Fault: C7 non-atomic-accumulate
// Finding: broken-lock
// One thread of each block takes a lock by an exchange, and looks and stores without a fence.
#include <cuda_runtime.h>

__device__ unsigned guard;

__global__ void largest(const int* in, int n, int* best) {
  if (threadIdx.x != 0) return;
  int mine = in[blockIdx.x];
  for (int i = blockIdx.x; i < n; i += gridDim.x) mine = max(mine, in[i]);
  while (atomicExch(&guard, 1u) == 1u) {  // FAULT
  }
  *best = max(*best, mine);
  atomicExch(&guard, 0u);
}

int main() {
  int host[256], *in, *best, result = 0;
  for (int i = 0; i < 256; ++i) host[i] = i * 59 % 257;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&best, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(best, 0, sizeof(int));
  largest<<<8, 32>>>(in, 256, best);
  cudaMemcpy(&result, best, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(best);
  return 0;
}
