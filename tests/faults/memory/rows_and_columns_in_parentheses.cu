// Fault: B2 guard-missing
// Finding: missing-bounds-guard says "beyond one of the sizes"
// Only a thread that is beyond both the rows and the columns goes away: && stands where || is
// meant.
#include <cuda_runtime.h>

__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if ((i >= n) && (j >= n)) {  // FAULT
    return;
  }

  c[i * n + j] = a[i * n + j] + b[i * n + j];
}

int main() {
  const int n = 10;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMemset(a, 0, n * n * sizeof(float));
  cudaMemset(b, 0, n * n * sizeof(float));
  add<<<dim3(1, 1), dim3(32, 16)>>>(a, b, c, n);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
