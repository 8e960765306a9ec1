// Correct: the last steps of a tree in global memory: a[t + 4] is a neighbour of a[t]
#include <cuda_runtime.h>

#include <vector>

// One block adds up 512 numbers, in place: its first number becomes the sum.
__global__ void sum_of_block(int* data) {
  int* a = data + blockIdx.x * 512;
  int t = threadIdx.x;
  a[t] += a[t + 256];
  __syncthreads();
  if (t < 128) a[t] += a[t + 128];
  __syncthreads();
  if (t < 64) a[t] += a[t + 64];
  __syncthreads();
  if (t < 32) {
    volatile int* v = a;
    int sum = v[t] + v[t + 32];
    v[t] = sum;
    __syncwarp();
    sum += v[t + 16];
    __syncwarp();
    v[t] = sum;
    __syncwarp();
    sum += v[t + 8];
    __syncwarp();
    v[t] = sum;
    __syncwarp();
    sum += v[t + 4];
    __syncwarp();
    v[t] = sum;
    __syncwarp();
    sum += v[t + 2];
    __syncwarp();
    v[t] = sum;
    __syncwarp();
    if (t == 0) v[0] = sum + v[1];
  }
}

int main() {
  const int blocks = 512;
  std::vector<int> host(blocks * 512, 1);
  int* data;
  cudaMalloc(&data, host.size() * sizeof(int));
  cudaMemcpy(data, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
  sum_of_block<<<blocks, 256>>>(data);
  cudaMemcpy(host.data(), data, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  for (int b = 0; b < blocks; ++b) {
    if (host[b * 512] != 512) return 1;
  }
  return 0;
}
