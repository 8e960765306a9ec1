// Correct: whole blocks leave before the barrier; no block leaves in part
#include <cuda_runtime.h>

#include <vector>

__global__ void reverse(const int* in, int* out, int blocks) {
  __shared__ int s[64];
  if (blockIdx.x >= blocks) return;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = in[i];
  __syncthreads();
  out[i] = s[63 - t];
}

int main() {
  const int n = 192;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<5, 64>>>(d_in, d_out, 3);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(in[i / 64 * 64 + 63 - i % 64])) return 1;
  }
  return 0;
}
