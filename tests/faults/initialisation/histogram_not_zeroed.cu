// Fault: C19 uninitialised-global
// Finding: uninitialised-global
// The bins of a histogram come from cudaMalloc and are counted up at once.
#include <cuda_runtime.h>

#include <vector>

__global__ void histogram(const unsigned char* text, int n, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[text[i] % 8], 1);  // FAULT
}

int main() {
  const int n = 100;
  std::vector<unsigned char> text(n);
  for (int i = 0; i < n; ++i) text[i] = static_cast<unsigned char>(i);
  std::vector<int> bins(8);
  unsigned char* d_text;
  int* d_bins;
  cudaMalloc(&d_text, n);
  cudaMalloc(&d_bins, 8 * sizeof(int));
  cudaMemcpy(d_text, text.data(), n, cudaMemcpyHostToDevice);
  histogram<<<1, 128>>>(d_text, n, d_bins);
  cudaMemcpy(bins.data(), d_bins, 8 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_text);
  cudaFree(d_bins);
  return 0;
}
