// Correct: arrivals alone complete a named barrier, whose next phase two other warps use
#include <cuda_runtime.h>

#include <vector>

__global__ void two_phases(int* out) {
  __shared__ int words[32];
  int t = threadIdx.x, warp = t / 32;
  if (warp < 2) asm volatile("barrier.arrive 1, 64;" ::: "memory");
  __syncthreads();
  if (warp == 2) {
    asm volatile("barrier.sync 1, 64;" ::: "memory");
    out[t] = words[t % 32];
  } else if (warp == 3) {
    words[t % 32] = t;
    asm volatile("barrier.arrive 1, 64;" ::: "memory");
    out[t] = t;
  } else {
    out[t] = t;
  }
}

int main() {
  std::vector<int> out(128);
  int* d;
  cudaMalloc(&d, 128 * sizeof(int));
  two_phases<<<1, 128>>>(d);
  cudaMemcpy(out.data(), d, 128 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int t = 0; t < 128; ++t)
    if (out[t] != (t / 32 == 2 ? t + 32 : t)) return 1;
  return 0;
}
