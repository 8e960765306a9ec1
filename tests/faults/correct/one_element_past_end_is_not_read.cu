// Correct: a pointer one past the end is formed and compared, but never read
#include <cuda_runtime.h>

#include <vector>

__global__ void copy(const int* in, int* out, int n) {
  const int* end = in + n;
  for (const int* p = in + threadIdx.x; p < end; p += blockDim.x) out[p - in] = *p;
}

int main() {
  const int n = 77;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  copy<<<1, 32>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i)) return 1;
  }
  return 0;
}
