// Fault: C18 uninitialised-shared
// Finding: uninitialised-shared
// Dynamic shared memory holds a histogram of which each thread clears one bin: half of them.
#include <cuda_runtime.h>

#include <vector>

__global__ void histogram(const unsigned char* data, int n, unsigned* bins) {
  extern __shared__ unsigned local[];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[data[i]], 1u);  // FAULT
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  const int n = 300;
  std::vector<unsigned char> data(n);
  for (int i = 0; i < n; ++i) data[i] = static_cast<unsigned char>(i);
  unsigned char* d;
  unsigned* bins;
  cudaMalloc(&d, n);
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  cudaMemcpy(d, data.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 256 * sizeof(unsigned));
  histogram<<<1, 128, 256 * sizeof(unsigned)>>>(d, n, bins);
  cudaDeviceSynchronize();
  cudaFree(d);
  cudaFree(bins);
  return 0;
}
