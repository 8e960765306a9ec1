// Fault: D2 uncoalesced-store
// Finding: uncoalesced-store
// Each thread fills a chunk of sixteen elements that lie one behind the other.
#include <cuda_runtime.h>

#include <vector>

template <int kChunk>
__global__ void fill(int* out, int n) {
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * kChunk;
#pragma unroll 1
  for (int k = 0; k < kChunk; ++k) {
    if (begin + k < n) out[begin + k] = k;  // FAULT
  }
}

int main() {
  const int n = 16 * 64 * 128;
  std::vector<int> host(n);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  fill<16><<<64, 128>>>(d, n);
  cudaMemcpy(host.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
