// Fault: B14 shared-index-out-of-range
// Finding: out-of-bounds
// 256 values are possible and the histogram of the block has 128 bins.
#include <cuda_runtime.h>

#include <vector>

#define BINS 128

__global__ void histogram(const unsigned char* data, unsigned* bins, int n) {
  __shared__ unsigned local[BINS];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[data[i]], 1u);  // FAULT
  __syncthreads();
  bins[threadIdx.x] = local[threadIdx.x];
}

int main() {
  const int n = 600;
  std::vector<unsigned char> data(n);
  for (int i = 0; i < n; ++i) data[i] = static_cast<unsigned char>(i);
  std::vector<unsigned> counts(BINS);
  unsigned char* d_data;
  unsigned* d_bins;
  cudaMalloc(&d_data, n);
  cudaMalloc(&d_bins, BINS * sizeof(unsigned));
  cudaMemcpy(d_data, data.data(), n, cudaMemcpyHostToDevice);
  histogram<<<1, BINS>>>(d_data, d_bins, n);
  cudaMemcpy(counts.data(), d_bins, BINS * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_data);
  cudaFree(d_bins);
  return 0;
}
