// Fault: D1 uninitialised-local
// Finding: uninitialised-local
// A counter of hits is declared with two others, of which only one has a value.
#include <cuda_runtime.h>

__global__ void count(const int* in, int* hits, int width, int least) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, found;  // FAULT
  for (int column = 0; column < width; ++column) {
    if (in[row * width + column] >= least) found = found + 1;
  }
  hits[row] = found;
}

int main() {
  const int width = 20, rows = 64;
  static int host[width * rows];
  for (int i = 0; i < width * rows; ++i) host[i] = i * 31 % 101;
  int *in, *hits;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&hits, rows * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  count<<<2, 32>>>(in, hits, width, 50);
  cudaMemcpy(host, hits, rows * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(hits);
  return 0;
}
