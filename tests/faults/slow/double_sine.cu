// Fault: D16 accidental-double
// Finding: accidental-double
// Pi without f: the sine is one of doubles, with a table of coefficients and a routine for large
// angles.
#include <cuda_runtime.h>

#include <vector>

#define PI 3.14159265358979

__global__ void wave(const float* phase, float* height, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float turn = phase[i];
  height[i] = sin(2 * PI * turn);  // FAULT
}

int main() {
  const int n = 64 * 256;
  std::vector<float> phases(n, 0.125f), heights(n);
  float *phase, *height;
  cudaMalloc(&phase, n * sizeof(float));
  cudaMalloc(&height, n * sizeof(float));
  cudaMemcpy(phase, phases.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  wave<<<64, 256>>>(phase, height, n);
  cudaMemcpy(heights.data(), height, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(phase);
  cudaFree(height);
  return 0;
}
