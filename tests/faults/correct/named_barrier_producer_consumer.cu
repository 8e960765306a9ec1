// Correct: two named barriers pass one buffer back and forth: bar.arrive of one side pairs with
// bar.sync of the other
#include <cuda_runtime.h>

#include <vector>

__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }
__device__ void wait(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }

constexpr int kFull = 1, kEmpty = 2;

__global__ void pipe(const int* in, int* out, int rounds) {
  __shared__ int buffer[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int r = 0; r < rounds; ++r) {
      if (r > 0) wait(kEmpty);
      buffer[lane] = in[32 * r + lane];
      arrive(kFull);
    }
  } else {
    for (int r = 0; r < rounds; ++r) {
      wait(kFull);
      out[32 * r + lane] = buffer[31 - lane];
      if (r + 1 < rounds) arrive(kEmpty);
    }
  }
}

int main() {
  const int rounds = 5, n = 32 * rounds;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = i;
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  pipe<<<1, 64>>>(d_in, d_out, rounds);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != i / 32 * 32 + 31 - i % 32) return 1;
  }
  return 0;
}
