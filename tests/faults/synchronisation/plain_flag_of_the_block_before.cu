// Fault: C14 plain-flag
// Finding: flag-read-once and race-between-blocks
// Each block waits for the one before it, by a flag that is neither volatile nor atomic: the
// compiler reads it once, in front of the loop.
#include <cuda_runtime.h>

__global__ void chain(int* flags, int* sums) {
  if (threadIdx.x != 0) return;
  const int b = blockIdx.x;
  int sum = b + 1;
  if (b > 0) {
    while (flags[b - 1] == 0) {  // FAULT
    }
    __threadfence();
    sum += sums[b - 1];  // FAULT
  }
  sums[b] = sum;
  __threadfence();
  flags[b] = 1;  // FAULT
}

int main() {
  int *flags = nullptr, *sums = nullptr;
  cudaMalloc(&flags, 8 * sizeof(int));
  cudaMalloc(&sums, 8 * sizeof(int));
  cudaMemset(flags, 0, 8 * sizeof(int));
  chain<<<8, 32>>>(flags, sums);
  const bool is_well = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(flags);
  cudaFree(sums);
  return is_well ? 0 : 1;
}
