// Fault: A9 use-after-free
// Finding: use-after-free
// The sum is read from the scratch memory when that has been given back.
#include <cuda_runtime.h>

__global__ void sums(int* out, int n) {
  int* own = static_cast<int*>(malloc(n * sizeof(int)));
  own[0] = 0;
  for (int k = 1; k < n; ++k) own[k] = own[k - 1] + k;
  free(own);
  out[threadIdx.x] = own[n - 1];  // FAULT
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  sums<<<1, 64>>>(out, 16);
  cudaDeviceSynchronize();
  return 0;
}
