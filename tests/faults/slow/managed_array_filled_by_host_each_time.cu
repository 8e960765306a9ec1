// Fault: D28 managed-memory-thrash
// Finding: managed-memory-thrash
// The host writes the whole managed input anew for each launch, page by page.
#include <cuda_runtime.h>

__global__ void add(const int* in, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += in[i];
}

int main() {
  const int n = 1 << 13;
  int *in, *sum;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMalloc(&sum, n * sizeof(int));
  cudaMemset(sum, 0, n * sizeof(int));
  for (int round = 0; round < 8; ++round) {
    for (int i = 0; i < n; ++i) in[i] = round;  // FAULT
    // Without a prefetch of what the host has written.
    add<<<n / 256, 256>>>(in, sum, n);  // FAULT
    cudaDeviceSynchronize();
  }
  cudaFree(in);
  cudaFree(sum);
  return 0;
}
