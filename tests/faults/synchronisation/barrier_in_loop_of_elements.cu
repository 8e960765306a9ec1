// Fault: C3 barrier-in-divergent-branch
// Finding: divergent-barrier or early-exit-before-barrier or deadlock says "rounds"
// A grid-stride loop with a barrier inside: the last round has no element for the second warp.
#include <cuda_runtime.h>

#include <vector>

__global__ void pairs(const int* in, int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) {
    s[t] = in[i];
    __syncthreads();  // FAULT
    out[i] = s[t ^ 1];
    __syncthreads();  // FAULT
  }
}

int main() {
  const int n = 96;
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  pairs<<<1, 64>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
