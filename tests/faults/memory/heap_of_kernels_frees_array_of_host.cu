// Fault: A8 free-mismatch
// Finding: free-mismatch
// A kernel frees an array that the host has from cudaMalloc.
#include <cuda_runtime.h>

__global__ void last_use(int* list, int* out) {
  int t = threadIdx.x;
  out[t] = list[t];
  __syncthreads();
  if (t == 0) free(list);  // FAULT
}

int main() {
  int *list, *out;
  cudaMalloc(&list, 128 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMemset(list, 0, 128 * sizeof(int));
  last_use<<<1, 128>>>(list, out);
  cudaDeviceSynchronize();
  return 0;
}
