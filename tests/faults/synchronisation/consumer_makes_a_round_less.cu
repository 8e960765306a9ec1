// Fault: C27 dma-warp-skips-iteration
// Finding: unmet-arrival
// The consumer makes one round less: the last buffer that was filled is never awaited.
#include <cuda_runtime.h>

#include <vector>

__global__ void pipe(const int* in, int* out, int rounds) {
  __shared__ int buffer[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int r = 0; r < rounds; ++r) {
      buffer[r % 2][lane] = in[32 * r + lane];
      asm volatile("bar.arrive %0, 64;" ::"r"(1 + r % 2) : "memory");  // FAULT
    }
  } else {
    for (int r = 0; r < rounds - 1; ++r) {
      asm volatile("bar.sync %0, 64;" ::"r"(1 + r % 2) : "memory");
      out[32 * r + lane] = buffer[r % 2][lane];
    }
  }
}

int main() {
  const int rounds = 2, n = 32 * rounds;
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
