// Correct: a barrier in a branch that all threads of a block take together
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (blockIdx.x % 2 == 0) {
    s[t] = in[i];
    __syncthreads();
    out[i] = s[63 - t];
  } else {
    out[i] = in[i];
  }
}

int main() {
  const int n = 256;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<4, 64>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i / 64 % 2 == 0 ? in[i / 64 * 64 + 63 - i % 64] : in[i]))
      return 1;
  }
  return 0;
}
