// Fault: B8 vector-tail-missed
// Finding: vector-tail-missed or uninitialised-copy
// Pairs are copied by a template; the odd last element is not.
#include <cuda_runtime.h>

#include <vector>

template <typename Group>
__global__ void copy(const Group* in, Group* out, int groups) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < groups) out[i] = in[i];
}

int main() {
  const int n = 101;
  std::vector<int> host(n, 1);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  copy<<<1, 64>>>((const int2*)in, (int2*)out, n / 2);                    // FAULT
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);  // FAULT
  cudaFree(in);
  cudaFree(out);
  return 0;
}
