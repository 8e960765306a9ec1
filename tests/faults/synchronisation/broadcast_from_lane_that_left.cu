// Fault: C11 shuffle-in-divergent-code
// Finding: shuffle-from-inactive-lane
// Lane 0 has nothing to do and leaves; the others then take their offset from it.
#include <cuda_runtime.h>

__device__ int leader_value(int value) {
  return __shfl_sync(__activemask(), value, 0);  // FAULT
}

__global__ void offsets(int* out) {
  int lane = threadIdx.x;
  if (lane == 0) return;
  out[lane] = leader_value(lane) + lane;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(out, 0, 32 * sizeof(int));
  offsets<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
