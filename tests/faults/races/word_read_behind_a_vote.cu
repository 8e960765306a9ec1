// Fault: C9 missing-syncwarp
// Finding: missing-syncwarp
// Lane 0 stores for its warp, and a vote lies between that and the other lanes' loads: it makes
// them wait for each other, but what they have stored may still be on its way.
#include <cuda_runtime.h>

__global__ void pick(const int* in, int* out) {
  __shared__ int base[4];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int value = in[threadIdx.x];
  if (lane == 0) base[warp] = value * 100;                                // FAULT
  if (__any_sync(~0u, value > 3)) out[threadIdx.x] = base[warp] + value;  // FAULT
}

int main() {
  int host[128], *in, *out;
  for (int i = 0; i < 128; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  pick<<<1, 128>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
