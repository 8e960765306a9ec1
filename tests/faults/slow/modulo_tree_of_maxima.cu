// Fault: D8 modulo-tree-reduction
// Finding: modulo-tree-reduction or warp-divergence
// The same with a bit mask, a maximum and a template.
#include <cuda_runtime.h>

#include <vector>

template <typename T, int kThreads>
__global__ void maxima(const T* in, T* out) {
  __shared__ T s[kThreads];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * kThreads + t];
  for (int d = 1; d < kThreads; d <<= 1) {
    __syncthreads();
    if ((t & (2 * d - 1)) == 0) {  // FAULT
      s[t] = max(s[t], s[t + d]);
    }
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int blocks = 64;
  std::vector<int> in(blocks * 256, 1), out(blocks);
  int *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&d_out, blocks * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  maxima<int, 256><<<blocks, 256>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
