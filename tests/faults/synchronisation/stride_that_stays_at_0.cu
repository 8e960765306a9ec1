// Fault: C29 kernel-hang
// Finding: endless-loop or instruction-budget
// A stride of 0 is half of a stride of 0: the loop goes on with it, and waits in each round.
#include <cuda_runtime.h>

__global__ void sum(float* x) {
  __shared__ float part[128];
  const int t = threadIdx.x;
  part[t] = x[blockIdx.x * 128 + t];
  __syncthreads();
  for (int stride = 64; stride >= 0; stride /= 2) {
    if (t < stride) part[t] += part[t + stride];  // FAULT
    __syncthreads();                              // FAULT
  }
  if (t == 0) x[blockIdx.x] = part[0];
}

int main() {
  float* x;
  cudaMalloc(&x, 512 * sizeof(float));
  cudaMemset(x, 0, 512 * sizeof(float));
  sum<<<1, 128>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
  return 0;
}
