// Fault: C3 barrier-in-divergent-branch
// Finding: divergent-barrier
// Loading and computing warps each have a __syncthreads() of their own; that the two meet is luck.
#include <cuda_runtime.h>

#include <vector>

__device__ void load(const int* in, int* tile) {
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();  // FAULT
}

__device__ void reverse(int* out, const int* tile) {
  __syncthreads();  // FAULT
  out[threadIdx.x - 32] = tile[63 - threadIdx.x];
}

__global__ void roles(const int* in, int* out) {
  __shared__ int tile[32];
  if (threadIdx.x < 32) {
    load(in, tile);
  } else {
    reverse(out, tile);
  }
}

int main() {
  std::vector<int> host(32, 1);
  int *in, *out;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemcpy(in, host.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
  roles<<<1, 64>>>(in, out);
  cudaMemcpy(host.data(), out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
