// Fault: D9 idle-threads-per-level
// Finding: idle-threads
// Each level of a tree adds the upper half to the lower one with the grid of the first level.
#include <cuda_runtime.h>

#include <vector>

__global__ void fold(int* data, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) data[i] += data[i + half];
}

int main() {
  const int n = 1 << 15;
  std::vector<int> host(n, 1);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int half = n / 2; half > 0; half /= 2) {
    fold<<<n / 512, 256>>>(d, half);  // FAULT
  }
  cudaMemcpy(host.data(), d, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
