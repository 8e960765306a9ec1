// Fault: D6 padding-applied-to-wrong-dimension
// Finding: shared-bank-conflict says "over 16 of the 32 banks"
// The row is halved before it changes the place, so two rows have the same order.
#include <cuda_runtime.h>

#include <vector>

__global__ void columns_to_rows(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[32][32];
  for (int row = threadIdx.y; row < 32; row += 8)
    tile[row][threadIdx.x ^ (row / 2)] = in[(blockIdx.x * 32 + row) * 32 + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += 8) {
    const unsigned value = tile[threadIdx.x][row ^ (threadIdx.x / 2)];  // FAULT
    out[(blockIdx.x * 32 + row) * 32 + threadIdx.x] = value;
  }
}

int main() {
  const int tiles = 16;
  std::vector<unsigned> m(tiles * 32 * 32, 1);
  unsigned *in, *out;
  cudaMalloc(&in, m.size() * sizeof(unsigned));
  cudaMalloc(&out, m.size() * sizeof(unsigned));
  cudaMemcpy(in, m.data(), m.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
  columns_to_rows<<<tiles, dim3(32, 8)>>>(in, out);
  cudaMemcpy(m.data(), out, m.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
