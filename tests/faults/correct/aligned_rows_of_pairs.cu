// Correct: rows of an even length read as int2
#include <cuda_runtime.h>

#include <vector>

__global__ void swap_pairs(const int* in, int* out, int pairs) {
  const int2* row = reinterpret_cast<const int2*>(in) + blockIdx.x * pairs;
  int2 p = row[threadIdx.x];
  reinterpret_cast<int2*>(out)[blockIdx.x * pairs + threadIdx.x] = make_int2(p.y, p.x);
}

int main() {
  const int n = 64;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  swap_pairs<<<4, 8>>>(d_in, d_out, 8);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i ^ 1)) return 1;
  }
  return 0;
}
