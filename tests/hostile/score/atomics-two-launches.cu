// tries: sums in two launches, with tickets that decide nothing
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

__global__ void first(const float* in, int count, float* partials, unsigned* ticket) {
  const float sum = sum_of_mine(in, count);
  if (threadIdx.x != 0) return;
  // The next launch reads what the ticket's place says, which is where the block is.
  const unsigned drawn = atomicInc(ticket, gridDim.x - 1);
  partials[drawn % gridDim.x] = sum;
}
__global__ void second(const float* partials, int blocks, float* result) {
  const float sum = sum_of_block(threadIdx.x < blocks ? partials[threadIdx.x] : 0);
  if (threadIdx.x == 0) *result = sum;
}

void sum_in_one_launch(const float* in, int count, float* partials, unsigned* ticket,
                       float* result) {
  const int blocks = max(1, min(ceil_div(count, kThreads), kMostBlocks));
  first<<<blocks, kThreads>>>(in, count, partials, ticket);
  second<<<1, kThreads>>>(partials, blocks, result);
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
