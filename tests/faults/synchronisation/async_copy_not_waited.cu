// Fault: C22 async-copy-not-waited
// Finding: async-copy-not-waited says "nobody has waited for"
// cp.async brings the tile, and the block reads it after a barrier but without waiting for the
// copies.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  out[t] = tile[63 - t];  // FAULT
}

int main() {
  std::vector<int> host(64, 5);
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(in, host.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(in, out);
  cudaMemcpy(host.data(), out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
