// Fault: C4 early-return-before-barrier
// Finding: early-exit-before-barrier
// Threads without an element leave before the barrier of the others.
#include <cuda_runtime.h>

#include <vector>

__global__ void shift_left(const int* in, int* out, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = in[i];
  __syncthreads();  // FAULT
  bool has_next = threadIdx.x + 1 < blockDim.x && i + 1 < n;
  out[i] = has_next ? s[threadIdx.x + 1] : 0;
}

int main() {
  const int n = 100;
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  shift_left<<<2, 64>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
