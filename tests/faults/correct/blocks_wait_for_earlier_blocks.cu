// Correct: each block waits for the sum of the block before it, in a grid of more than the GPU
// holds
#include <cuda_runtime.h>

#include <vector>

struct Sums {
  volatile int* values;
  volatile int* flags;
};

__global__ void running_sum(const int* in, int* out, Sums sums, int* next) {
  __shared__ int number, before;
  if (threadIdx.x == 0) number = atomicAdd(next, 1);  // blocks may begin in any order
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    if (number > 0) {
      while (sums.flags[number - 1] == 0) {
      }
      __threadfence();
      sum = sums.values[number - 1];
    }
    before = sum;
    sums.values[number] = sum + in[number];
    __threadfence();
    sums.flags[number] = 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) out[number] = before + in[number];
}

int main() {
  const int blocks = 400;
  std::vector<int> in(blocks, 3), out(blocks);
  int *d_in, *d_out, *values, *flags, *next;
  for (int** array : {&d_in, &d_out, &values, &flags, &next})
    cudaMalloc(array, blocks * sizeof(int));
  cudaMemset(flags, 0, blocks * sizeof(int));
  cudaMemset(next, 0, sizeof(int));
  cudaMemcpy(d_in, in.data(), blocks * sizeof(int), cudaMemcpyHostToDevice);
  running_sum<<<blocks, 64>>>(d_in, d_out, {values, flags}, next);
  cudaMemcpy(out.data(), d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  for (int* array : {d_in, d_out, values, flags, next}) cudaFree(array);
  for (int i = 0; i < blocks; ++i) {
    if (out[i] != 3 * (i + 1)) return 1;
  }
  return 0;
}
