// Fault: C10 shuffle-mask-names-inactive-lane
// Finding: invalid-sync-mask
// Lanes 16 to 31 call a shuffle whose mask names the lower half only.
#include <cuda_runtime.h>

__global__ void exchange(int* out) {
  int lane = threadIdx.x;
  out[lane] = __shfl_xor_sync(0x0000ffffu, lane, 1);  // FAULT
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  exchange<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
