// Fault: B10 index-overflow-int32
// Finding: index-overflow
// Row times pitch in int: 70,000 rows of 65,536 bytes would be needed to see it on a small matrix,
// so the rows are far apart in a tall virtual matrix of which the host gave only the first ones.
#include <cuda_runtime.h>

#include <vector>

__global__ void touch(const char* base, char* out, int row, int pitch) {
  int offset = row * pitch;
  out[threadIdx.x] = base[offset + static_cast<int>(threadIdx.x)];  // FAULT
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
  return 0;
}
