// Fault: B7 halo-not-loaded
// Finding: uninitialised-shared
// A stencil tile has room for its halo, and nobody loads it.
#include <cuda_runtime.h>

#include <vector>

constexpr int kRadius = 2, kBlock = 64;

__global__ void stencil(const int* in, int* out) {
  __shared__ int tile[kBlock + 2 * kRadius];
  int t = threadIdx.x + kRadius;
  tile[t] = in[blockIdx.x * kBlock + threadIdx.x];
  __syncthreads();
  int sum = 0;
  for (int d = -kRadius; d <= kRadius; ++d) sum += tile[t + d];  // FAULT
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}

int main() {
  const int n = 4 * kBlock;
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  stencil<<<n / kBlock, kBlock>>>(in, out);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
