// Fault: D13 block-not-multiple-of-32
// Finding: block-not-multiple-of-32
// Blocks of ten threads, as in the example with pencil and paper.
#include <cuda_runtime.h>

#include <vector>

__global__ void add_one(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}

int main() {
  const int n = 5000;
  std::vector<int> host(n, 1);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  add_one<<<n / 10, 10>>>(d, n);  // FAULT
  cudaMemcpy(host.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
