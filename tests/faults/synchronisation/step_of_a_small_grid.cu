// Fault: C29 kernel-hang
// Finding: endless-loop
// The step is the number of threads over 64, which is 0 for a warp: each thread counts in its own
// place for ever.
#include <cuda_runtime.h>

__global__ void count(const int* in, int n, int* out) {
  const int step = blockDim.x / 64;
  for (int i = threadIdx.x; i < n; i += step) {
    if (in[i] > 0) out[threadIdx.x] += 1;  // FAULT
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 512 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(in, 1, 512 * sizeof(int));
  cudaMemset(out, 0, 32 * sizeof(int));
  count<<<1, 32>>>(in, 512, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
