// Fault: C27 dma-warp-skips-iteration
// Finding: deadlock
// The producer makes one round less than the consumer, which waits for ever.
#include <cuda_runtime.h>

#include <vector>

__device__ void wait_full() { asm volatile("bar.sync 1, 64;" ::: "memory"); }  // FAULT

__global__ void pipe(const int* in, int* out, int rounds) {
  __shared__ int buffer[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int r = 0; r < rounds - 1; ++r) {
      if (r > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
      buffer[lane] = in[32 * r + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else {
    for (int r = 0; r < rounds; ++r) {
      wait_full();
      out[32 * r + lane] = buffer[lane];
      if (r + 2 < rounds) asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}

int main() {
  const int rounds = 4, n = 32 * rounds;
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  pipe<<<1, 64>>>(in, out, rounds);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
