// Fault: C1 missing-barrier-after-shared-write
// Finding: missing-barrier
// The block writes a word into shared memory, a letter for each thread, and its last thread prints
// it at once.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void spell() {
  __shared__ char word[65];
  word[threadIdx.x] = static_cast<char>('a' + threadIdx.x % 26);  // FAULT
  if (threadIdx.x == 63) {
    word[64] = 0;
    printf("%s\n", word);  // FAULT
  }
}

int main() {
  spell<<<1, 64>>>();
  cudaDeviceSynchronize();
  return 0;
}
