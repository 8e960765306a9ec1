// Fault: C25 named-barrier-id-reused
// Finding: deadlock or barrier-thread-count
// Two pairs of warps use barrier 1 for themselves: the halves of different pairs meet.
#include <cuda_runtime.h>

__device__ void meet(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");  // FAULT
}

__global__ void pairs(int* out) {
  int warp = threadIdx.x / 32;
  if (warp < 2) {
    meet(1, 64);
    out[threadIdx.x] = 1;
  } else if (warp < 3) {
    meet(1, 64);
    out[threadIdx.x] = 2;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  pairs<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
