// Fault: B12 single-block-assumption
// Finding: uninitialised-global
// Only block 0 computes the prefix of its elements; the others read prefixes that nobody wrote.
#include <cuda_runtime.h>

#include <vector>

__global__ void prefix(const int* in, int* sums) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned i = 0; i < blockDim.x; ++i) sums[i] = sum += in[i];
}

__global__ void use(const int* sums, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * sums[i];  // FAULT
}

int main() {
  const int n = 128;
  std::vector<int> host(n, 1);
  int *in, *sums, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&sums, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  prefix<<<2, 64>>>(in, sums);
  use<<<2, 64>>>(sums, out);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int* array : {in, sums, out}) cudaFree(array);
  return 0;
}
