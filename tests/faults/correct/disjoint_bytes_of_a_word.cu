// Correct: threads write different bytes of the same words: no two write the same byte
#include <cuda_runtime.h>

#include <vector>

__global__ void fill(const unsigned char* in, unsigned char* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i ^ 1] = in[i];
}

int main() {
  const int n = 64;
  std::vector<unsigned char> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<unsigned char>(i);
  unsigned char *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(unsigned char));
  cudaMalloc(&d_out, n * sizeof(unsigned char));
  cudaMemcpy(d_in, in.data(), n * sizeof(unsigned char), cudaMemcpyHostToDevice);
  fill<<<2, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(unsigned char), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<unsigned char>(i ^ 1)) return 1;
  }
  return 0;
}
