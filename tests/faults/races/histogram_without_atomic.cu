// Fault: C6 non-atomic-histogram
// Finding: non-atomic-update
// Each thread counts its letter in global memory without an atomic.
#include <cuda_runtime.h>

#include <vector>

__global__ void histogram(const unsigned char* text, int n, unsigned* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[text[i]]++;  // FAULT
}

int main() {
  const int n = 400;
  std::vector<unsigned char> text(n, 'a');
  std::vector<unsigned> bins(256);
  unsigned char* d_text;
  unsigned* d_bins;
  cudaMalloc(&d_text, n);
  cudaMalloc(&d_bins, 256 * sizeof(unsigned));
  cudaMemcpy(d_text, text.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, 256 * sizeof(unsigned));
  histogram<<<4, 128>>>(d_text, n, d_bins);
  cudaMemcpy(bins.data(), d_bins, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_text);
  cudaFree(d_bins);
  return 0;
}
