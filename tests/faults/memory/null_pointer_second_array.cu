// Fault: A7 wrong-address-space
// Finding: out-of-bounds or null-pointer
// The output was never allocated: its pointer is still null.
#include <cuda_runtime.h>

#include <vector>

__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }  // FAULT

int main() {
  std::vector<int> host(64, 7);
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMemcpy(in, host.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  copy<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  return 0;
}
