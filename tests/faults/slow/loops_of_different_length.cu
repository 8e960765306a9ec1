// Fault: D7 warp-divergence
// Finding: warp-divergence
// The lanes of a warp go through rows of very different lengths.
#include <cuda_runtime.h>

#include <vector>

__global__ void collatz(const int* start, int* steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned value = start[i];
  int count = 0;
  while (value > 1) {  // FAULT
    value = value & 1 ? 3 * value + 1 : value / 2;
    ++count;
  }
  steps[i] = count;
}

int main() {
  const int n = 16 * 128;
  std::vector<int> start(n), steps(n);
  for (int i = 0; i < n; ++i) start[i] = i % 32 == 0 ? 97 : 1 + i % 3;
  int *d_start, *d_steps;
  cudaMalloc(&d_start, n * sizeof(int));
  cudaMalloc(&d_steps, n * sizeof(int));
  cudaMemcpy(d_start, start.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  collatz<<<16, 128>>>(d_start, d_steps);
  cudaMemcpy(steps.data(), d_steps, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_start);
  cudaFree(d_steps);
  return 0;
}
