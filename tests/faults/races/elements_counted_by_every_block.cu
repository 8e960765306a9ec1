// Fault: B11 grid-stride-wrong
// Finding: stride-of-one-block
// Nothing races, as the counts are added by an atomic, and they are far too large.
#include <cuda_runtime.h>

#include <vector>

__global__ void count(const int* in, int* found, int n) {
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {  // FAULT
    if (in[i] > 3) mine++;
  }
  atomicAdd(found, mine);
}

int main() {
  const int n = 5000;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i % 7;
  int *in, *found, total = 0;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&found, sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(found, 0, sizeof(int));
  count<<<8, 128>>>(in, found, n);
  cudaMemcpy(&total, found, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(found);
  return total < 0;
}
