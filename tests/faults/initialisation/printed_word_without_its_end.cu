// Fault: C19 uninitialised-local
// Finding: uninitialised-local
// A word is put together in a local array and printed; nobody writes the zero behind its last
// letter.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void spell(const char* letters, int count) {
  char word[16];
  for (int i = 0; i < count; ++i) word[i] = letters[i] - 32;
  printf("%d: %s\n", static_cast<int>(threadIdx.x), word);  // FAULT
}

int main() {
  char* letters;
  cudaMalloc(&letters, 4);
  cudaMemcpy(letters, "warp", 4, cudaMemcpyHostToDevice);
  spell<<<1, 2>>>(letters, 4);
  cudaDeviceSynchronize();
  cudaFree(letters);
  return 0;
}
