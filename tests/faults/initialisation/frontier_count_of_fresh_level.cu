// Fault: C20 output-not-reset-between-launches
// Finding: uninitialised-global
// Two counters take turns, and only the first one is reset before its first use.
#include <cuda_runtime.h>

__global__ void count_multiples(int divisor, int* counter) {
  if (threadIdx.x % divisor == 0) atomicAdd(counter, 1);  // FAULT
}

int main() {
  int *counters[2], results[2];
  for (int*& counter : counters) cudaMalloc(&counter, sizeof(int));
  cudaMemset(counters[0], 0, sizeof(int));
  for (int round = 0; round < 2; ++round) {
    count_multiples<<<1, 64>>>(round + 2, counters[round]);
    cudaMemcpy(&results[round], counters[round], sizeof(int), cudaMemcpyDeviceToHost);
  }
  for (int* counter : counters) cudaFree(counter);
  return 0;
}
