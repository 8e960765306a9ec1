// Fault: C19 uninitialised-local
// Finding: uninitialised-local says "largest is declared"
// The largest of each column, compared with whatever the register holds at first.
#include <cuda_runtime.h>

__global__ void find_largest(const int* in, int* out, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  int largest;  // FAULT
  for (int row = 0; row < rows; ++row) largest = max(largest, in[row * columns + column]);
  out[column] = largest;
}

int main() {
  constexpr int kRows = 30, kColumns = 128;
  int *in, *out;
  cudaMalloc(&in, kRows * kColumns * sizeof(int));
  cudaMalloc(&out, kColumns * sizeof(int));
  cudaMemset(in, 0, kRows * kColumns * sizeof(int));
  find_largest<<<1, kColumns>>>(in, out, kRows, kColumns);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
