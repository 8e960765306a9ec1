// Correct: a thread's own array is filled whole before its elements are read in another order
#include <cuda_runtime.h>

#include <vector>

__global__ void permute(const int* in, int* out, int shift) {
  int own[8];
  for (int k = 0; k < 8; ++k) own[(k * 3 + shift) % 8] = in[8 * threadIdx.x + k];
  for (int k = 0; k < 8; ++k) out[8 * threadIdx.x + k] = own[(k * 3 + shift) % 8];
}

int main() {
  const int n = 128;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  permute<<<1, 16>>>(d_in, d_out, 5);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i)) return 1;
  }
  return 0;
}
