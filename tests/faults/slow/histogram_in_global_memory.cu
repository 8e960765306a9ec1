// Fault: D11 no-privatisation
// Finding: contended-global-atomic
// All blocks count straight into eight bins of global memory.
#include <cuda_runtime.h>

#include <vector>

__global__ void histogram(const unsigned char* data, int n, unsigned* bins) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&bins[data[i]], 1u);  // FAULT
  }
}

int main() {
  const int n = 1 << 19;
  std::vector<unsigned char> data(n);
  for (int i = 0; i < n; ++i) data[i] = static_cast<unsigned char>(i * 7 % 8);
  std::vector<unsigned> counts(8);
  unsigned char* d_data;
  unsigned* bins;
  cudaMalloc(&d_data, n);
  cudaMalloc(&bins, 8 * sizeof(unsigned));
  cudaMemcpy(d_data, data.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 8 * sizeof(unsigned));
  histogram<<<64, 256>>>(d_data, n, bins);
  cudaMemcpy(counts.data(), bins, 8 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_data);
  cudaFree(bins);
  return 0;
}
