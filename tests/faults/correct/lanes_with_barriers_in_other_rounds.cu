// Correct: odd lanes have two barriers in a loop, even lanes one there and one behind it
#include <cuda_runtime.h>

#include <vector>

// Not .aligned: the lanes of a warp may come to it at different times and places.
__device__ void barrier() { asm volatile("barrier.sync 0;" ::: "memory"); }

__global__ void rounds(int* out) {
  int t = threadIdx.x, count = 0;
  for (int round = 0; round < 1 + t % 2; ++round) {
    barrier();
    ++count;
  }
  if (t % 2 == 0) barrier();
  out[t] = count;
}

int main() {
  std::vector<int> out(64);
  int* d;
  cudaMalloc(&d, 64 * sizeof(int));
  rounds<<<1, 64>>>(d);
  cudaMemcpy(out.data(), d, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int t = 0; t < 64; ++t)
    if (out[t] != 1 + t % 2) return 1;
  return 0;
}
