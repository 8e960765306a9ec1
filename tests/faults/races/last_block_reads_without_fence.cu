// Fault: C15 missing-threadfence
// Finding: race-between-blocks
// The thread that draws the last ticket reads what the others wrote at once: no fence stands behind
// the ticket.
#include <cuda_runtime.h>

__device__ unsigned tickets;

__global__ void largest(const int* in, int* partial, int* out) {
  int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) mine = max(mine, __shfl_down_sync(~0u, mine, d));
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = mine;
  __threadfence();
  if (atomicInc(&tickets, gridDim.x - 1) != gridDim.x - 1) return;
  int all = partial[0];                                                 // FAULT
  for (unsigned b = 1; b < gridDim.x; ++b) all = max(all, partial[b]);  // FAULT
  *out = all;
}

int main() {
  int host[256], *in, *partial, *out, back = 0;
  for (int i = 0; i < 256; ++i) host[i] = i * 59 % 257;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&partial, 8 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  largest<<<8, 32>>>(in, partial, out);
  cudaMemcpy(&back, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(partial);
  cudaFree(out);
  return 0;
}
