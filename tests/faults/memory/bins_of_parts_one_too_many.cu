// Fault: B2 guard-off-by-one
// Finding: guard-off-by-one
// Counts of several blocks are added up, a thread for each bin; the bound is a product of
// constants, and the return stands in a line of its own.
#include <cuda_runtime.h>

template <int kChannels, int kBins>
__global__ void add_up(const unsigned* parts, int count, unsigned* sums) {
  const int bin = blockIdx.x * blockDim.x + threadIdx.x;
  if (bin > kChannels * kBins) return;
  unsigned total = 0;
  for (int part = 0; part < count; ++part) total += parts[bin + kChannels * kBins * part];
  sums[bin] = total;  // FAULT
}

int main() {
  constexpr int kBins = 256, kParts = 8;
  unsigned *parts, *sums;
  cudaMalloc(&parts, (kParts + 1) * kBins * sizeof(unsigned));
  cudaMalloc(&sums, kBins * sizeof(unsigned));
  cudaMemset(parts, 0, (kParts + 1) * kBins * sizeof(unsigned));
  add_up<1, kBins><<<3, 128>>>(parts, kParts, sums);
  cudaDeviceSynchronize();
  cudaFree(parts);
  cudaFree(sums);
  return 0;
}
