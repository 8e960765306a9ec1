// Correct: Peterson's lock of two blocks, which needs no atomic; and a lock that is looked at
// before it is swapped, and given back by a plain volatile store
#include <cuda_runtime.h>

__device__ volatile int wants[2], last_to_want;
__device__ int in_turns;
__device__ int lock_word;
__device__ int counted;

__global__ void two_blocks(int rounds) {
  if (threadIdx.x != 0) return;
  int me = blockIdx.x, other = 1 - me;
  for (int r = 0; r < rounds; ++r) {
    wants[me] = 1;
    last_to_want = me;
    __threadfence();
    while (wants[other] == 1 && last_to_want == me) {
    }
    __threadfence();
    in_turns += 1;
    __threadfence();
    wants[me] = 0;
  }
}

__global__ void test_and_swap() {
  if (threadIdx.x != 0) return;
  do {
    while (*static_cast<volatile int*>(&lock_word) != 0) {
    }
  } while (atomicCAS(&lock_word, 0, 1) != 0);
  __threadfence();
  counted += 1;
  __threadfence();
  *static_cast<volatile int*>(&lock_word) = 0;
}

int main() {
  int a = 0, b = 0;
  two_blocks<<<2, 32>>>(5);
  test_and_swap<<<9, 64>>>();
  cudaMemcpyFromSymbol(&a, in_turns, sizeof a);
  cudaMemcpyFromSymbol(&b, counted, sizeof b);
  return a == 10 && b == 9 ? 0 : 1;
}
