// Fault: A21 number-printed-as-text
// Finding: host-crash says "%s of printf"
// One argument too many in front of the text that %s wants.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(const int* values, int n, int* large) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] > 10) atomicAdd(large, 1);
}

int main() {
  const int n = 64;
  int host[n], *values, *large, found = 0;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&large, sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(large, 0, sizeof(int));
  count<<<1, n>>>(values, n, large);
  cudaMemcpy(&found, large, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(large);
  std::printf("Is any large? %s (%d of %d)\n", n, found > 0 ? "yes" : "no", found);  // FAULT
  return 0;
}
