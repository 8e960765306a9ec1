// Fault: C4 early-return-before-barrier
// Finding: early-exit-before-barrier or uninitialised-shared
// Threads without a key return before the bins are cleared and added up: in the last block the few
// that are left do not clear all bins, for the loop's step is that of the whole block.
#include <cuda_runtime.h>

#include <vector>

__global__ void histogram(const unsigned* keys, int n, unsigned* bins) {
  __shared__ unsigned mine[96];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int b = threadIdx.x; b < 96; b += blockDim.x) mine[b] = 0;
  __syncthreads();                // FAULT
  atomicAdd(&mine[keys[i]], 1u);  // FAULT
  __syncthreads();
  for (int b = threadIdx.x; b < 96; b += blockDim.x)
    if (mine[b] != 0) atomicAdd(&bins[b], mine[b]);
}

int main() {
  const int n = 128 + 40;
  std::vector<unsigned> keys(n), host(96);
  for (int i = 0; i < n; ++i) keys[i] = i * 7 % 96;
  unsigned *d_keys, *bins;
  cudaMalloc(&d_keys, n * sizeof(unsigned));
  cudaMalloc(&bins, 96 * sizeof(unsigned));
  cudaMemcpy(d_keys, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 96 * sizeof(unsigned));
  histogram<<<2, 128>>>(d_keys, n, bins);
  cudaMemcpy(host.data(), bins, 96 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_keys);
  cudaFree(bins);
  return 0;
}
