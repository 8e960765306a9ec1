// Fault: C19 uninitialised-local
// Finding: uninitialised-local says "sum is declared"
// A row of a matrix times a vector, added up from whatever the register holds.
#include <cuda_runtime.h>

__global__ void multiply(const float* matrix, const float* vector, float* out, int rows,
                         int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum;  // FAULT
  for (int k = 0; k < columns; ++k) sum += matrix[k * rows + row] * vector[k];
  out[row] = sum;
}

int main() {
  constexpr int kRows = 256, kColumns = 40;
  float *matrix, *vector, *out;
  cudaMalloc(&matrix, kRows * kColumns * sizeof(float));
  cudaMalloc(&vector, kColumns * sizeof(float));
  cudaMalloc(&out, kRows * sizeof(float));
  cudaMemset(matrix, 0, kRows * kColumns * sizeof(float));
  cudaMemset(vector, 0, kColumns * sizeof(float));
  multiply<<<2, 128>>>(matrix, vector, out, kRows, kColumns);
  cudaDeviceSynchronize();
  cudaFree(matrix);
  cudaFree(vector);
  cudaFree(out);
}
