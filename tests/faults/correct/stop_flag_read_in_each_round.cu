// Correct: a word that the host may set is volatile; and a kernel that finds an error goes no
// further, which no input here makes it do.
#include <cuda_runtime.h>

__global__ void count_until(const volatile int* stop, const int* error, unsigned* rounds) {
  unsigned count = 0;
  if (*error != 0)
    while (true)
      ;
  while (*stop == 0) count++;
  *rounds = count;
}

int main() {
  int *stop, *stop_on_device, *error;
  unsigned *rounds, count = 1;
  cudaHostAlloc(&stop, sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&stop_on_device, stop, 0);
  cudaMalloc(&rounds, sizeof(unsigned));
  cudaMalloc(&error, sizeof(int));
  cudaMemset(error, 0, sizeof(int));
  *stop = 1;
  count_until<<<1, 1>>>(stop_on_device, error, rounds);
  cudaMemcpy(&count, rounds, sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFreeHost(stop);
  cudaFree(rounds);
  cudaFree(error);
  return count == 0 ? 0 : 1;
}
