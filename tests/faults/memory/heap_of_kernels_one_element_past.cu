// Fault: B2 guard-off-by-one
// Finding: guard-off-by-one or out-of-bounds or missing-bounds-guard
// The loop writes one element more than the kernel's malloc has given.
#include <cuda_runtime.h>

__global__ void counts(int* out, int n) {
  int* own = static_cast<int*>(malloc(n * sizeof(int)));
  for (int k = 0; k <= n; ++k) own[k] = k;  // FAULT
  out[threadIdx.x] = own[n - 1];
  free(own);
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  counts<<<1, 64>>>(out, 16);
  cudaDeviceSynchronize();
  return 0;
}
