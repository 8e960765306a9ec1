// Fault: C7 non-atomic-accumulate
// Finding: broken-lock
// Warps of a block take a lock in shared memory by looking and then exchanging, without a look at
// what the exchange has found.
#include <cuda_runtime.h>

__global__ void extremes(const int* in, int* out) {
  __shared__ unsigned busy;
  __shared__ int lowest, highest;
  int t = threadIdx.x;
  if (t == 0) {
    busy = 0;
    lowest = highest = in[blockIdx.x * blockDim.x];
  }
  __syncthreads();
  int low = in[blockIdx.x * blockDim.x + t], high = low;
  for (int d = 16; d > 0; d /= 2) {
    low = min(low, __shfl_xor_sync(~0u, low, d));
    high = max(high, __shfl_xor_sync(~0u, high, d));
  }
  if (t % 32 == 0) {
    while (*(volatile unsigned*)&busy == 1) {  // FAULT
    }
    atomicExch(&busy, 1u);
    __threadfence_block();
    lowest = min(lowest, low);
    highest = max(highest, high);
    __threadfence_block();
    atomicExch(&busy, 0u);
  }
  __syncthreads();
  if (t == 0) {
    out[2 * blockIdx.x] = lowest;
    out[2 * blockIdx.x + 1] = highest;
  }
}

int main() {
  int host[512], back[4], *in, *out;
  for (int i = 0; i < 512; ++i) host[i] = i * 37 % 101;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof back);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  extremes<<<2, 256>>>(in, out);
  cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
