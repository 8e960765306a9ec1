// Fault: A10 device-memory-leak
// Finding: memory-not-freed
// Each thread asks for scratch memory and gives none back.
#include <cuda_runtime.h>

__global__ void partial_sums(int* out, int n) {
  int* own = static_cast<int*>(malloc(n * sizeof(int)));  // FAULT
  if (own == nullptr) return;
  own[0] = threadIdx.x;
  for (int k = 1; k < n; ++k) own[k] = own[k - 1] + k;
  out[blockIdx.x * blockDim.x + threadIdx.x] = own[n - 1];
}

int main() {
  int *out, host[128];
  cudaMalloc(&out, sizeof host);
  partial_sums<<<2, 64>>>(out, 16);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return 0;
}
