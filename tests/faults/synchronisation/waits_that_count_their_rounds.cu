// Fault: C17 flag-that-nobody-sets
// Finding: spin-without-progress
// The consumer counts how often it looks, so that no round is like another; the producer sets the
// flag of the next block.
#include <cuda_runtime.h>

__global__ void hand_over(volatile int* flags, int* values, int* rounds) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    values[0] = 7;
    __threadfence();
    flags[1] = 1;
  } else {
    int looked = 0;
    while (flags[0] == 0) {  // FAULT
      __nanosleep(20);
      ++looked;
    }
    __threadfence();
    values[1] = values[0] + 1;
    *rounds = looked;
  }
}

int main() {
  int *flags = nullptr, *values = nullptr, *rounds = nullptr;
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMalloc(&values, 2 * sizeof(int));
  cudaMalloc(&rounds, sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  hand_over<<<2, 32>>>(flags, values, rounds);
  const bool is_well = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(flags);
  cudaFree(values);
  cudaFree(rounds);
  return is_well ? 0 : 1;
}
