// Fault: B9 misaligned-vector-access
// Finding: misaligned-vector-access
// Rows of 15 integers read as pairs: every second row begins at an odd element.
#include <cuda_runtime.h>

#include <vector>

__global__ void pair_sums(const int* m, int* out, int cols) {
  int row = blockIdx.x;
  const int* begin = m + row * cols;
  int2 pair = *reinterpret_cast<const int2*>(begin + 2 * threadIdx.x);  // FAULT
  out[row * blockDim.x + threadIdx.x] = pair.x + pair.y;
}

int main() {
  const int rows = 4, cols = 15, pairs = 7;
  std::vector<int> m(rows * cols, 2), out(rows * pairs);
  int *dm, *dout;
  cudaMalloc(&dm, m.size() * sizeof(int));
  cudaMalloc(&dout, out.size() * sizeof(int));
  cudaMemcpy(dm, m.data(), m.size() * sizeof(int), cudaMemcpyHostToDevice);
  pair_sums<<<rows, pairs>>>(dm, dout, cols);
  cudaMemcpy(out.data(), dout, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(dm);
  cudaFree(dout);
  return 0;
}
