// Fault: B4 row-col-swap
// Finding: out-of-bounds
// A transposition that guards the right ranges, and indexes a 24 x 56 matrix as 56 x 24.
#include <cuda_runtime.h>

#include <vector>

__global__ void transpose(const float* in, float* out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    float value = in[col * cols + row];  // FAULT
    out[col * rows + row] = value;
  }
}

int main() {
  const int rows = 24, cols = 56;
  std::vector<float> m(rows * cols, 1.0f);
  float *in, *out;
  cudaMalloc(&in, m.size() * sizeof(float));
  cudaMalloc(&out, m.size() * sizeof(float));
  cudaMemcpy(in, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(8, 8), grid(7, 3);
  transpose<<<grid, block>>>(in, out, rows, cols);
  cudaMemcpy(m.data(), out, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
