// Correct: two producers look at a flag and store it, in turns that the consumer gives them; one
// lock word lies inside of a true lock
// counters: depend on turns, blocks wait for later ones
#include <cuda_runtime.h>

__device__ volatile int full, turn;
__device__ int slot, total, guard;
__device__ volatile int busy;

__global__ void hand_over(int rounds) {
  if (threadIdx.x != 0) return;
  int b = blockIdx.x;
  if (b < 2) {
    for (int r = 0; r < rounds; ++r) {
      while (turn != 2 * r + b) {
      }
      while (full != 0) {
      }
      __threadfence();
      slot = 10 * b + r;
      __threadfence();
      full = 1;
    }
    return;
  }
  for (int r = 0; r < 2 * rounds; ++r) {
    while (full == 0) {
    }
    __threadfence();
    total += slot;
    __threadfence();
    full = 0;
    __threadfence();
    turn = turn + 1;
  }
}

__global__ void both_locks(int* count) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&guard, 0, 1) != 0) {
  }
  __threadfence();
  while (busy != 0) {
  }
  busy = 1;
  *count += 1;
  busy = 0;
  __threadfence();
  atomicExch(&guard, 0);
}

int main() {
  int *count, host = 0, sum = 0;
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  hand_over<<<3, 32>>>(4);
  both_locks<<<6, 32>>>(count);
  cudaMemcpy(&host, count, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);
  cudaFree(count);
  return host == 6 && sum == 2 * (0 + 1 + 2 + 3) + 40 ? 0 : 1;
}
