// Fault: D16 accidental-double
// Finding: accidental-double
// A literal without f in the argument makes the exponential one of doubles.
#include <cuda_runtime.h>

#include <vector>

__global__ void bell(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = exp(-0.5 * x[i] * x[i]);  // FAULT
}

int main() {
  const int n = 64 * 256;
  std::vector<float> in(n, 1.5f), out(n);
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemcpy(x, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  bell<<<64, 256>>>(x, y, n);
  cudaMemcpy(out.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
