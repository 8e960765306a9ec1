// Fault: C3 barrier-in-divergent-branch
// Finding: divergent-barrier or deadlock
// The odd lanes go round a loop once more than the even ones, and each round has a barrier.
#include <cuda_runtime.h>

__global__ void rounds(int* data) {
  int count = 2 + threadIdx.x % 2;
  for (int r = 0; r < count; ++r) {
    data[threadIdx.x] += r;
    __syncthreads();  // FAULT
  }
  __syncthreads();
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  rounds<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
