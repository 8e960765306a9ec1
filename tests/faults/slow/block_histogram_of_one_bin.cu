// Fault: D11 no-privatisation
// Finding: shared-atomic-conflict
// A block's bins are in shared memory, and all lanes of a warp want the same one.
#include <cuda_runtime.h>

#include <vector>

__global__ void histogram(const int* keys, int n, int* bins) {
  __shared__ int local[4];
  if (threadIdx.x < 4) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&local[keys[i]], 1);  // FAULT
  }
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  const int n = 1 << 16;
  std::vector<int> keys(n), counts(4);
  for (int i = 0; i < n; ++i) keys[i] = i / 1024 % 4;
  int *d_keys, *bins;
  cudaMalloc(&d_keys, n * sizeof(int));
  cudaMalloc(&bins, 4 * sizeof(int));
  cudaMemcpy(d_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 4 * sizeof(int));
  histogram<<<16, 256>>>(d_keys, n, bins);
  cudaMemcpy(counts.data(), bins, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_keys);
  cudaFree(bins);
  return 0;
}
