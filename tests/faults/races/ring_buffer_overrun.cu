// Fault: C26 dma-buffer-overrun
// Finding: missing-trailing-barrier or deadlock
// The producer warp fills two buffers in turn and never waits until the consumer has emptied them.
#include <cuda_runtime.h>

#include <vector>

__device__ void arrive(int id) {
  asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory");  // FAULT
}
__device__ void wait(int id) {
  asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");  // FAULT
}

__global__ void pipe(const int* in, int* out, int rounds) {
  __shared__ int buffer[2][32];
  int lane = threadIdx.x % 32;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x < 32) {
      buffer[r % 2][lane] = in[32 * r + lane];  // FAULT
      arrive(1 + r % 2);
    } else {
      wait(1 + r % 2);
      out[32 * r + lane] = buffer[r % 2][31 - lane];  // FAULT
    }
  }
}

int main() {
  const int rounds = 2 + 2, n = 32 * rounds;
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  pipe<<<1, 64>>>(in, out, rounds);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
