// Fault: C10 shuffle-mask-names-inactive-lane
// Finding: invalid-sync-mask
// The upper half of a warp waits with the mask of the lower half.
#include <cuda_runtime.h>

__global__ void halves(int* out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = lane;
  if (lane >= 16) {
    __syncwarp(0x0000ffffu);  // FAULT
    out[lane] = s[47 - lane];
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  halves<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
