// Fault: C4 value-of-one-thread
// Finding: value-of-one-thread
// Thread 0 learns that its block is the last one; the other threads have a flag of their own, and
// return.
#include <cuda_runtime.h>

#include <vector>

__device__ unsigned ticket = 0;

__global__ void largest(const int* in, int* of_blocks, int* result) {
  __shared__ int most[128];
  const unsigned t = threadIdx.x;
  bool last = false;
  most[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (unsigned half = 64; half > 0; half /= 2) {
    if (t < half) most[t] = max(most[t], most[t + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    of_blocks[blockIdx.x] = most[0];
    __threadfence();
    last = atomicAdd(&ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;  // FAULT
  __threadfence();
  most[t] = t < gridDim.x ? __ldcg(&of_blocks[t]) : 0;
  __syncthreads();
  if (t != 0) return;
  for (unsigned block = 1; block < gridDim.x; ++block) most[0] = max(most[0], most[block]);
  *result = most[0];
}

int main() {
  constexpr int kBlocks = 16;
  std::vector<int> numbers(kBlocks * 128);
  for (int i = 0; i < kBlocks * 128; ++i) numbers[i] = 7919 * i % 10007;
  int *in = nullptr, *of_blocks = nullptr, *result = nullptr;
  cudaMalloc(&in, numbers.size() * sizeof(int));
  cudaMalloc(&of_blocks, kBlocks * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(in, numbers.data(), numbers.size() * sizeof(int), cudaMemcpyHostToDevice);
  largest<<<kBlocks, 128>>>(in, of_blocks, result);
  int most = 0;
  cudaMemcpy(&most, result, sizeof most, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(of_blocks);
  cudaFree(result);
  return most > 0 ? 0 : 1;
}
