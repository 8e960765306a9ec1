// Fault: C14 missing-cooperative-launch
// Finding: missing-cooperative-launch
// A kernel waits for its grid, and is launched by <<<…>>>.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void normalise(float* x, float* total, int n) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, x[i]);
  grid.sync();  // FAULT
  if (i < n) x[i] /= *total;
}

int main() {
  const int n = 512;
  float *x, *total;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(total, 0, sizeof(float));
  normalise<<<n / 128, 128>>>(x, total, n);
  cudaError_t error = cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(total);
  return error != cudaSuccess;
}
