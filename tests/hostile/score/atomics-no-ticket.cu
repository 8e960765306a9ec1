// tries: adds each block's sum by one atomic, and knows of no last block
// lab: atomics
// exit: 7
// points: 14
// denied: sum-one-launch-tickets
#include "exercise.h"

constexpr int kThreads = 256;

__device__ float sum_of_block(float mine) {
  __shared__ float sums[kThreads];
  sums[threadIdx.x] = mine;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  return sums[0];
}

__device__ float sum_of_mine(const float* in, int count) {
  float mine = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += gridDim.x * kThreads)
    mine += in[i];
  return sum_of_block(mine);
}

__global__ void each(const float* in, int count, float* result) {
  const float sum = sum_of_mine(in, count);
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

void sum_in_one_launch(const float* in, int count, float*, unsigned*, float* result) {
  check(cudaMemsetAsync(result, 0, sizeof *result));
  each<<<max(1, min(ceil_div(count, kThreads), kMostBlocks)), kThreads>>>(in, count, result);
  check(cudaGetLastError());
}

void histogram(const unsigned*, int, unsigned*, int) {}
void histogram_private(const unsigned*, int, unsigned*, int) {}
void histogram_aggregated(const unsigned*, int, unsigned*, int) {}
void keep_positive(const int*, int, int*, unsigned*) {}
void combine(const unsigned*, int, unsigned*) {}
void combine_in_shared(const unsigned*, int, unsigned*) {}
void sum_repeatable(const float*, int, float*) {}
void best_of_slots(const unsigned*, const float*, int, float*, int*, unsigned*, int) {}
