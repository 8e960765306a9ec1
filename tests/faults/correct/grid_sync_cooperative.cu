// Correct: a cooperative launch: every block reads what its neighbour wrote before grid.sync()
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <vector>

namespace cg = cooperative_groups;

__global__ void rotate(int* a, int* b, int steps) {
  cg::grid_group grid = cg::this_grid();
  int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    b[i] = a[(i + 50) % n] + 1;
    grid.sync();
    int* other = a;
    a = b;
    b = other;
  }
}

int main() {
  int blocks = 4, threads = 64, n = 256, steps = 3;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  int *a, *b;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMemcpy(a, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  void* arguments[] = {&a, &b, &steps};
  cudaLaunchCooperativeKernel((void*)rotate, dim3(blocks), dim3(threads), arguments, 0, 0);
  cudaMemcpy(host.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  for (int i = 0; i < n; ++i) {
    if (host[i] != (i + 150) % n + 3) return 1;
  }
  return 0;
}
