// Fault: A9 use-after-free
// Finding: use-after-free says "managed memory"
// The host reads a sum behind cudaFree: on a GPU, too, that is a crash, or what is there by then.
#include <cuda_runtime.h>

__global__ void sum_up(const int* in, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, in[i]);
}

int main() {
  const int n = 256;
  int *in, *sum;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i;
  *sum = 0;
  sum_up<<<1, n>>>(in, sum, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(sum);
  return *sum == n * (n - 1) / 2 ? 0 : 1;  // FAULT
}
