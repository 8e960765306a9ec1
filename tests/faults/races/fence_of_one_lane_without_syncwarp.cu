// Fault: C9 missing-syncwarp
// Finding: race-between-blocks
// Lane 0 makes the fence and sets the flag for its warp, but has waited for no other lane: what
// these store may come later.
#include <cuda_runtime.h>

__device__ int rows[4][32];
__device__ volatile int ready[4];

__global__ void chain(const int* in, int* out) {
  int lane = threadIdx.x, b = blockIdx.x;
  if (b > 0) {
    while (ready[b - 1] == 0) {
    }
    __threadfence();
  }
  int before = b > 0 ? rows[b - 1][31 - lane] : 0;  // FAULT
  rows[b][lane] = before + in[b * 32 + lane];       // FAULT
  if (lane == 0) {
    __threadfence();
    ready[b] = 1;
  }
  out[b * 32 + lane] = before;
}

int main() {
  int host[128], *in, *out;
  for (int i = 0; i < 128; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  chain<<<4, 32>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
