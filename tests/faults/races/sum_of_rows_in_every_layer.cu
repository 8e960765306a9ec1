// Fault: C7 non-atomic-accumulate
// Finding: non-atomic-update
//
// The sum that eight threads of a block keep in one word, each of them in a register
#include <cuda_runtime.h>

constexpr int kRows = 16;

__global__ void multiply(const float* matrix, float* result, const float* vector) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= kRows) return;
  for (int k = 0; k < kRows; ++k) result[row] += matrix[row + k * kRows] * vector[k];  // FAULT
}

int main() {
  static float matrix[kRows * kRows];
  float vector[kRows], result[kRows], *device_matrix, *device_vector, *device_result;
  for (int i = 0; i < kRows * kRows; ++i) matrix[i] = i % 5;
  for (int i = 0; i < kRows; ++i) vector[i] = i % 3;
  cudaMalloc(&device_matrix, sizeof matrix);
  cudaMalloc(&device_vector, sizeof vector);
  cudaMalloc(&device_result, sizeof result);
  cudaMemcpy(device_matrix, matrix, sizeof matrix, cudaMemcpyHostToDevice);
  cudaMemcpy(device_vector, vector, sizeof vector, cudaMemcpyHostToDevice);
  cudaMemset(device_result, 0, sizeof result);
  multiply<<<1, dim3(kRows, 8)>>>(device_matrix, device_result, device_vector);
  cudaMemcpy(result, device_result, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(device_matrix);
  cudaFree(device_vector);
  cudaFree(device_result);
  return 0;
}
