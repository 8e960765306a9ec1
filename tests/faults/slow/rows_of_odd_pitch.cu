// Fault: D4 misaligned-base
// Finding: misaligned-row or misaligned-base
// Rows of 257 elements: all but the first begin in the middle of a sector.
#include <cuda_runtime.h>

#include <vector>

__global__ void increment(const int* in, int* out, int pitch, int cols) {
  int row = blockIdx.x, col = threadIdx.x;
  if (col < cols) {
    int value = in[row * pitch + col];  // FAULT
    out[row * cols + col] = value + 1;
  }
}

int main() {
  const int rows = 100, cols = 256, pitch = 257;
  std::vector<int> host(rows * pitch, 1);
  int *in, *out;
  cudaMalloc(&in, host.size() * sizeof(int));
  cudaMalloc(&out, rows * cols * sizeof(int));
  cudaMemcpy(in, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
  increment<<<rows, 256>>>(in, out, pitch, cols);
  cudaMemcpy(host.data(), out, rows * cols * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
