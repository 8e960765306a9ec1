// Correct: each half of a warp has two barriers, and some of the one meet others of the other
#include <cuda_runtime.h>

#include <vector>

// Not .aligned: the lanes of a warp may come to it at different times and places.
__device__ void barrier() { asm volatile("barrier.sync 0;" ::: "memory"); }

__global__ void exchange(int* out) {
  __shared__ int words[64];
  int t = threadIdx.x, lane = t % 32;
  words[t] = t;
  if (lane < 16) {
    barrier();
    out[t] = words[63 - t];
  }
  barrier();
  if (lane >= 16) {
    out[t] = words[63 - t] + 1000;
    barrier();
  }
  words[t] = 0;
}

int main() {
  std::vector<int> out(64);
  int* d;
  cudaMalloc(&d, 64 * sizeof(int));
  exchange<<<1, 64>>>(d);
  cudaMemcpy(out.data(), d, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int t = 0; t < 64; ++t)
    if (out[t] != 63 - t + (t % 32 < 16 ? 0 : 1000)) return 1;
  return 0;
}
