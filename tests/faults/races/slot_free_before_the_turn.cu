// Fault: C26 dma-buffer-overrun
// Finding: race-between-blocks
// counters: depend on turns, blocks wait for later ones
//
// The consumer frees the slot before it gives the turn on. The producer that had the turn may see
// the slot free with the old turn, and fill it while the other one does.
#include <cuda_runtime.h>

__device__ volatile int full, turn;
__device__ int slot, total;

__global__ void hand_over(int rounds) {
  if (threadIdx.x != 0) return;
  int b = blockIdx.x;
  if (b < 2) {
    for (int r = 0; r < rounds; ++r) {
      while (turn != b) {
      }
      while (full != 0) {
      }
      __threadfence();
      slot = 10 * b + r;  // FAULT
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
    turn = 1 - turn;
  }
}

int main() {
  int sum = 0;
  hand_over<<<3, 32>>>(4);
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);
  return sum == 2 * (0 + 1 + 2 + 3) + 40 ? 0 : 1;
}
