// Fault: C6 non-atomic-histogram
// Finding: non-atomic-update
// A block's own histogram is counted without an atomic, and merged with one.
#include <cuda_runtime.h>

#include <vector>

__global__ void histogram(const int* keys, int n, int* bins) {
  __shared__ int local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    local[keys[i] & 15] += 1;  // FAULT
  }
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  const int n = 512;
  std::vector<int> keys(n, 3), bins(16);
  int *d_keys, *d_bins;
  cudaMalloc(&d_keys, n * sizeof(int));
  cudaMalloc(&d_bins, 16 * sizeof(int));
  cudaMemcpy(d_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, 16 * sizeof(int));
  histogram<<<2, 64>>>(d_keys, n, d_bins);
  cudaMemcpy(bins.data(), d_bins, 16 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_keys);
  cudaFree(d_bins);
  return 0;
}
