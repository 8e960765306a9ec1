// tries: takes the block with the highest number for the last one to end, and draws tickets in vain
// lab: atomics
// exit: 7
// seed: 7
// points: 13
// denied: sum-one-launch-tickets
#include "exercise.h"

constexpr int kThreads = 256;

__global__ void sum_kernel(const float* in, int count, float* partials, unsigned* ticket,
                           float* result) {
  __shared__ float of_warp[kThreads / 32];
  float total = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += gridDim.x * kThreads)
    total += in[i];
  for (int bit = 16; bit > 0; bit /= 2) total += __shfl_xor_sync(0xffffffff, total, bit);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = total;
  __syncthreads();
  if (threadIdx.x != 0) return;
  total = 0;
  for (const float each : of_warp) total += each;
  partials[blockIdx.x] = total;
  atomicInc(ticket, gridDim.x - 1);
  if (blockIdx.x != gridDim.x - 1) return;
  float all = 0;
  for (int block = 0; block < gridDim.x; ++block) all += partials[block];
  *result = all;
}

void sum_in_one_launch(const float* in, int count, float* partials, unsigned* ticket,
                       float* result) {
  if (count == 0) {
    check(cudaMemset(result, 0, sizeof *result));
    return;
  }
  const int blocks = min(ceil_div(count, kThreads), kMostBlocks);
  sum_kernel<<<blocks, kThreads>>>(in, count, partials, ticket, result);
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
