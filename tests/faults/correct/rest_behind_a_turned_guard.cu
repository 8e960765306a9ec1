// Correct: threads behind the end do something else, and both ways are guarded
#include <cuda_runtime.h>

__global__ void fill(int* out, int n, int* spare) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    atomicAdd(spare, 1);
  } else {
    out[i] = i;
  }
}

int main() {
  const int n = 200;
  int host[n], *out, *spare;
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&spare, sizeof(int));
  cudaMemset(spare, 0, sizeof(int));
  fill<<<2, 128>>>(out, n, spare);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  cudaFree(spare);
  return 0;
}
