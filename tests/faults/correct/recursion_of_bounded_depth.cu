// Correct: a recursive device function with a small depth
#include <cuda_runtime.h>

#include <vector>

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void apply(const int* in, int* out) {
  out[threadIdx.x] = fibonacci(in[threadIdx.x] % 6);
}

int main() {
  const int n = 32;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  apply<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(std::vector<int>({0, 1, 1, 2, 3, 5})[i % 6])) return 1;
  }
  return 0;
}
