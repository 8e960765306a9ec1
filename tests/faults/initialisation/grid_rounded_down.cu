// Fault: A14 grid-too-small
// Finding: grid-too-small or uninitialised-copy
// n / 128 blocks: the last elements get no thread, and what is copied back was never written.
#include <cuda_runtime.h>

#include <vector>

__global__ void square(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

int main() {
  const int n = 300;
  std::vector<int> host(n, 3);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  square<<<n / 128, 128>>>(in, out, n);                                   // FAULT
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);  // FAULT
  cudaFree(in);
  cudaFree(out);
  return 0;
}
