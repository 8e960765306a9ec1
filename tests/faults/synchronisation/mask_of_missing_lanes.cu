// Fault: C10 shuffle-mask-names-inactive-lane
// Finding: missing-lanes-in-mask or shuffle-from-inactive-lane
// The mask names the whole warp, and half of it is in the other branch.
#include <cuda_runtime.h>

__global__ void lower_sum(int* out, int rounds) {
  int lane = threadIdx.x, value = lane;
  if (lane < 16) {
    for (int d = 8; d > 0; d /= 2) {
      value += __shfl_down_sync(0xffffffffu, value, d);  // FAULT
    }
    out[lane] = value;
  } else {
    for (int r = 0; r < rounds; ++r) value = value * 3 + 1;
    out[lane] = value;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  lower_sum<<<1, 32>>>(out, 5);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
