// Correct: rows that lie behind element 2^31 are addressed with a wide product.
#include <cuda_runtime.h>

#include <vector>

__global__ void touch(const char* base, char* out, int row, int pitch) {
  const std::size_t offset = static_cast<std::size_t>(row) * pitch;
  out[threadIdx.x] = base[offset + threadIdx.x];
}

int main() {
  const int pitch = 1 << 16, row = 40000;
  std::vector<char> out(32);
  char *d_in, *d_out;
  cudaMalloc(&d_in, size_t{40001} * pitch);
  cudaMalloc(&d_out, 32);
  cudaMemset(d_in + size_t{row} * pitch, 1, pitch);
  touch<<<1, 32>>>(d_in, d_out, row, pitch);
  cudaMemcpy(out.data(), d_out, 32, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return out[31] == 1 ? 0 : 1;
}
