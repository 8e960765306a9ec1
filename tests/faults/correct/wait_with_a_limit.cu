// Correct: a thread asks for a flag that never comes, counts how often, and gives up; another one
// works for long without storing anything
#include <cuda_runtime.h>

__device__ int flag;

__global__ void ask(int* tries, int limit) {
  int count = 0;
  while (atomicAdd(&flag, 0) == 0 && count < limit) ++count;
  if (threadIdx.x == 0) *tries = count;
}

__global__ void collatz(unsigned first, int* longest) {
  unsigned n = first + threadIdx.x;
  int best = 0;
  for (int k = 0; k < 2000; ++k) {
    int steps = 0;
    for (unsigned long long m = n + k; m != 1; m = m % 2 == 0 ? m / 2 : 3 * m + 1) ++steps;
    best = best > steps ? best : steps;
  }
  if (threadIdx.x == 0) *longest = best;
}

int main() {
  int *device, host[2] = {0, 0};
  cudaMalloc(&device, 2 * sizeof(int));
  ask<<<1, 1>>>(device, 30000);
  collatz<<<1, 1>>>(1, device + 1);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  return host[0] == 30000 && host[1] == 181 ? 0 : 1;
}
