// Correct: one thread per block takes a lock, changes ordinary memory, and releases it with fences
#include <cuda_runtime.h>

__device__ int lock_word;

__global__ void append(int* list, int* length) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  __threadfence();
  volatile int* count = length;
  int place = *count;
  static_cast<volatile int*>(list)[place] = blockIdx.x;
  *count = place + 1;
  __threadfence();
  atomicExch(&lock_word, 0);
}

int main() {
  const int blocks = 20;
  int *list, *length, host[blocks], count = 0;
  cudaMalloc(&list, sizeof host);
  cudaMalloc(&length, sizeof(int));
  cudaMemset(length, 0, sizeof(int));
  append<<<blocks, 32>>>(list, length);
  cudaMemcpy(host, list, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&count, length, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(list);
  cudaFree(length);
  bool seen[blocks] = {};
  for (int value : host) {
    if (value < 0 || value >= blocks || seen[value]) return 1;
    seen[value] = true;
  }
  return count == blocks ? 0 : 1;
}
