// Fault: D13 block-not-multiple-of-32
// Finding: block-not-multiple-of-32
// Blocks of one and a half warps, from a template parameter.
#include <cuda_runtime.h>

#include <vector>

template <int kThreads>
__global__ void invert(unsigned* data, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) data[i] = ~data[i];
}

int main() {
  const int n = 48 * 200;
  std::vector<unsigned> host(n, 1);
  unsigned* d;
  cudaMalloc(&d, n * sizeof(unsigned));
  cudaMemcpy(d, host.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  invert<48><<<n / 48, 48>>>(d, n);  // FAULT
  cudaMemcpy(host.data(), d, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
