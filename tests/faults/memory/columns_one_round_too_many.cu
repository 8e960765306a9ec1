// Fault: B2 guard-off-by-one
// Finding: out-of-bounds says "one round too far"
// A matrix stored by columns times a vector: the loop over the columns takes one too many, for
// every thread.
#include <cuda_runtime.h>

#include <vector>

__global__ void product(const float* matrix, const float* x, float* y, int rows, int columns) {
  const int row = threadIdx.x;
  float sum = 0;
  for (int column = 0; column <= columns; column++) {
    sum += matrix[column * rows + row] * x[column];  // FAULT
  }
  y[row] = sum;
}

int main() {
  const int rows = 64, columns = 16;
  const std::vector<float> ones(rows * columns, 1.0F);
  float *matrix, *x, *y;
  cudaMalloc(&matrix, ones.size() * sizeof(float));
  cudaMalloc(&x, columns * sizeof(float));
  cudaMalloc(&y, rows * sizeof(float));
  cudaMemcpy(matrix, ones.data(), ones.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(x, ones.data(), columns * sizeof(float), cudaMemcpyHostToDevice);
  product<<<1, rows>>>(matrix, x, y, rows, columns);
  std::vector<float> sums(rows);
  cudaMemcpy(sums.data(), y, rows * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(matrix);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
