// Fault: B11 grid-stride-wrong
// Finding: grid-too-small or uninitialised-copy
// The loop goes on by twice the threads of the grid: every second piece is left out.
#include <cuda_runtime.h>

#include <vector>

__global__ void square(const int* in, int* out, int n) {
  int stride = 2 * gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) out[i] = in[i] * in[i];
}

int main() {
  const int n = 512;
  std::vector<int> host(n, 2);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  square<<<2, 64>>>(in, out, n);                                          // FAULT
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);  // FAULT
  cudaFree(in);
  cudaFree(out);
  return 0;
}
