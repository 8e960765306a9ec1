// Fault: C7 non-atomic-accumulate
// Finding: lock-not-waited-for
#include <cuda_runtime.h>

__device__ int lock;

__global__ void sum_up(const int* values, int count, int* total) {
  int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
    if (atomicCAS(&lock, 0, 1) != 0) continue;  // FAULT
    __threadfence();
    *total += values[i];
    __threadfence();
    atomicExch(&lock, 0);
  }
}

int main() {
  int values[1000], sum = 0, *device_values, *total;
  for (int i = 0; i < 1000; ++i) values[i] = i % 10;
  cudaMalloc(&device_values, sizeof values);
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(int));
  sum_up<<<4, 64>>>(device_values, 1000, total);
  cudaMemcpy(&sum, total, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device_values);
  cudaFree(total);
  return sum == 4500 ? 0 : 1;
}
