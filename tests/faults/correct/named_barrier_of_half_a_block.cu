// Correct: each half of a block has a barrier of its own, and they go different numbers of rounds
#include <cuda_runtime.h>

#include <vector>

__global__ void halves(int* out) {
  __shared__ int s[2][64];
  int half = threadIdx.x / 64, t = threadIdx.x % 64;
  int value = t;
  for (int r = 0; r < 2 + half; ++r) {
    s[half][t] = value;
    asm volatile("bar.sync %0, 64;" ::"r"(1 + half) : "memory");
    value = s[half][(t + 33) % 64] + 1;
    asm volatile("bar.sync %0, 64;" ::"r"(1 + half) : "memory");
  }
  out[threadIdx.x] = value;
}

int main() {
  std::vector<int> out(128);
  int* d;
  cudaMalloc(&d, 128 * sizeof(int));
  halves<<<1, 128>>>(d);
  cudaMemcpy(out.data(), d, 128 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < 128; ++i) {
    int rounds = 2 + i / 64;
    if (out[i] != (i % 64 + 33 * rounds) % 64 + rounds) return 1;
  }
  return 0;
}
