// Fault: C14 flag-read-once
// Finding: flag-read-once
// The host tells a kernel by a plain word in mapped memory when to stop.
#include <cuda_runtime.h>

__global__ void count_until(const int* stop, unsigned* rounds) {
  unsigned count = 0;
  while (*stop == 0) count++;  // FAULT
  *rounds = count;
}

int main() {
  int *stop, *stop_on_device;
  unsigned* rounds;
  cudaHostAlloc(&stop, sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&stop_on_device, stop, 0);
  cudaMalloc(&rounds, sizeof(unsigned));
  *stop = 1;
  count_until<<<1, 1>>>(stop_on_device, rounds);
  cudaDeviceSynchronize();
  cudaFreeHost(stop);
  cudaFree(rounds);
  return 0;
}
