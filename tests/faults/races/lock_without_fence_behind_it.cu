// Fault: C15 missing-threadfence
// Finding: broken-lock or race-between-blocks
// No fence behind taking the lock: what is read under it may be older than the lock.
#include <cuda_runtime.h>

__device__ int lock_word;

__global__ void best(const int* in, int n, int* value, int* index) {
  if (threadIdx.x != 0) return;
  int at = blockIdx.x;
  for (int i = blockIdx.x; i < n; i += gridDim.x)
    if (in[i] > in[at]) at = i;
  while (atomicCAS(&lock_word, 0, 1) != 0) {  // FAULT
  }
  if (in[at] > *value) {  // FAULT
    *value = in[at];
    *index = at;
  }
  __threadfence();
  atomicExch(&lock_word, 0);
}

int main() {
  int host[256], *in, *value, *index, back[2];
  for (int i = 0; i < 256; ++i) host[i] = 1 + i * 59 % 257;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&value, sizeof(int));
  cudaMalloc(&index, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(value, 0, sizeof(int));
  cudaMemset(index, 0, sizeof(int));
  best<<<6, 32>>>(in, 256, value, index);
  cudaMemcpy(&back[0], value, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&back[1], index, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(value);
  cudaFree(index);
  return 0;
}
