// Fault: C11 shuffle-in-divergent-code
// Finding: shuffle-from-inactive-lane
// The even lanes shuffle with a mask of their own and read from the odd ones.
#include <cuda_runtime.h>

__global__ void neighbours(int* out) {
  int lane = threadIdx.x, value = 10 * lane;
  if (lane % 2 == 0) {
    value += __shfl_down_sync(0x55555555u, value, 1);  // FAULT
  }
  out[lane] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  neighbours<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
