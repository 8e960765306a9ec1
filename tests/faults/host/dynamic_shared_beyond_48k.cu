// Fault: A16 dynamic-shared-size
// Finding: invalid-launch-configuration
// 64 KiB of dynamic shared memory need cudaFuncSetAttribute first.
#include <cuda_runtime.h>

__global__ void fill(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  fill<<<1, 32, 64 << 10>>>(out);  // FAULT
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
