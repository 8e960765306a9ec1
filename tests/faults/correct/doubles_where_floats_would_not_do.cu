// Correct: doubles are wanted although the results are floats: angles and powers of indices, an
// exponential of doubles from memory and of a parameter, a loop's counter, and a routine of doubles
// of its own.
#include <cuda_runtime.h>

#include <vector>

__global__ void angles(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sin(6.28318530717958648 * i / n);
}

__global__ void powers(const double* x, float* out, double base, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = exp(-x[i]);
  sum += pow(base, i);
#pragma unroll 1
  for (int k = 1; k < 4; ++k) sum += exp(-0.5 * k);
  out[i] = sum;
}

__noinline__ __device__ double normalised(double x) {
  x = x * x;
  x = x / (1.0 + x);
  return x;
}

__global__ void routine(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = normalised(x[i]) * 2.0;
}

int main() {
  const int n = 16 * 256;
  std::vector<double> wide(n, 0.25);
  std::vector<float> narrow(n, 0.25f), out(n);
  double* x;
  float *y, *z;
  cudaMalloc(&x, n * sizeof(double));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&z, n * sizeof(float));
  cudaMemcpy(x, wide.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(y, narrow.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  angles<<<16, 256>>>(z, n);
  powers<<<16, 256>>>(x, z, 1.0001, n);
  cudaMemcpy(out.data(), z, n * sizeof(float), cudaMemcpyDeviceToHost);
  routine<<<16, 256>>>(y, z, n);
  cudaMemcpy(out.data(), z, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
  return 0;
}
