// Fault: D11 no-privatisation
// Finding: shared-atomic-conflict
// A block's bins lie 32 words apart, so that all of them are in the same bank.
#include <cuda_runtime.h>

#include <vector>

constexpr int kBins = 32, kApart = 32;

__global__ void histogram(const int* keys, int n, int* bins) {
  __shared__ int local[kBins * kApart];
  for (int i = threadIdx.x; i < kBins * kApart; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&local[keys[i] * kApart], 1);  // FAULT
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int b = 0; b < kBins; ++b) atomicAdd(&bins[b], local[b * kApart]);
  }
}

int main() {
  const int n = 1 << 16;
  std::vector<int> keys(n), counts(kBins);
  for (int i = 0; i < n; ++i) keys[i] = i * 5 % kBins;
  int *d_keys, *bins;
  cudaMalloc(&d_keys, n * sizeof(int));
  cudaMalloc(&bins, kBins * sizeof(int));
  cudaMemcpy(d_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, kBins * sizeof(int));
  histogram<<<16, 256>>>(d_keys, n, bins);
  cudaMemcpy(counts.data(), bins, kBins * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_keys);
  cudaFree(bins);
  return 0;
}
