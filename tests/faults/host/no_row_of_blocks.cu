// Fault: A13 zero-block-launch
// Finding: zero-block-launch
// A flat matrix has no whole block in y.
#include <cuda_runtime.h>

__global__ void fill(float* m, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) m[y * width + x] = 1.0f;
}

int main() {
  const int width = 64, height = 10;
  float* m;
  cudaMalloc(&m, width * height * sizeof(float));
  dim3 block(16, 16), grid(width / 16, height / 16);
  fill<<<grid, block>>>(m, width, height);  // FAULT
  cudaDeviceSynchronize();
  cudaFree(m);
  return 0;
}
