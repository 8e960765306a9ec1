// Correct: a program asks for more memory than there is, looks at the error, and goes on with less
#include <cuda_runtime.h>

#include <vector>

__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
  const int n = 32;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  void* huge = nullptr;
  if (cudaMalloc(&huge, size_t{1} << 45) == cudaSuccess) return 2;
  if (cudaGetLastError() != cudaErrorMemoryAllocation) return 3;
  copy<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i)) return 1;
  }
  return 0;
}
