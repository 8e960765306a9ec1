// Fault: B12 block-size-dependence
// Finding: out-of-bounds
// The kernel has room for 64 threads, and somebody launched it with 128.
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse_blocks(const int* in, int* out, int size) {
  __shared__ int s[64];
  int t = threadIdx.x, base = blockIdx.x * blockDim.x;
  s[t] = in[base + t];  // FAULT
  __syncthreads();
  out[base + t] = s[size - 1 - t];
}

int main() {
  const int n = 256;
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  reverse_blocks<<<2, 128>>>(in, out, 128);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
