// Fault: B11 grid-stride-wrong
// Finding: stride-of-one-block
// The loop goes on by the threads of a block instead of those of the grid: elements are counted
// twice.
#include <cuda_runtime.h>

#include <vector>

__global__ void increment(int* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {  // FAULT
    data[i] += 1;
  }
}

int main() {
  const int n = 256;
  std::vector<int> host(n, 0);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  increment<<<2, 64>>>(d, n);
  cudaMemcpy(host.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
