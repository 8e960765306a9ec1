// Fault: C11 shuffle-in-divergent-code
// Finding: shuffle-from-inactive-lane
// A ballot inside a branch takes the source lane from the whole warp: lane 31 is in the other
// branch.
#include <cuda_runtime.h>

__global__ void last_value(int* out, int limit) {
  int lane = threadIdx.x, value = 2 * lane;
  if (lane < limit) {
    unsigned mask = (1u << limit) - 1;
    out[lane] = __shfl_sync(mask, value, 31);  // FAULT
  } else {
    out[lane] = value;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  last_value<<<1, 32>>>(out, 20);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
