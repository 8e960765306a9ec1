// Fault: C3 barrier-in-divergent-branch
// Finding: divergent-barrier or deadlock
// Only the first half of the threads reaches the first barrier; the others meet it with the second
// one.
#include <cuda_runtime.h>

__global__ void halves(int* data) {
  __shared__ int s[128];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 64) {
    __syncthreads();  // FAULT
    atomicAdd(&s[64 + threadIdx.x], 1);
  }
  __syncthreads();  // FAULT
  data[threadIdx.x] = s[127 - threadIdx.x];
}

int main() {
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  halves<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
