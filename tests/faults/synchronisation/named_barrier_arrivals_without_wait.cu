// Fault: C24 named-barrier-count-wrong
// Finding: unmet-arrival
// The producer says that the buffer is full; the consumer forgot to wait for it and reads something
// else.
#include <cuda_runtime.h>

__global__ void pair(int* out) {
  __shared__ int buffer[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    buffer[lane] = lane;
    asm volatile("bar.arrive 1, 64;" ::: "memory");  // FAULT
  } else {
    out[lane] = 2 * lane;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  pair<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
