// step: Lanes with the same key agree on one of them.
// wrong: the tasks that come later are as in the starter.
#include "exercise.h"

constexpr int kThreads = 256;
constexpr unsigned kAllLanes = 0xFFFFFFFF;
constexpr int kMostBins = 1 << 12;  // of a block, in shared memory: 16 KiB
constexpr int kKeysPerThread = 16;

// An atomic reads, adds and writes, and nobody else comes in between.
__global__ void histogram_kernel(const unsigned* keys, int count, unsigned* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  atomicAdd(&bins[keys[i]], 1u);
}

void histogram(const unsigned* keys, int count, unsigned* bins, int bin_count) {
  if (count == 0) return;
  histogram_kernel<<<ceil_div(count, kThreads), kThreads>>>(keys, count, bins);
  check(cudaGetLastError());
}

// A block counts in shared memory and adds what it has at the end. More bins
// than fit are divided: blocks with the same blockIdx.y count the same range.
__global__ void histogram_private_kernel(const unsigned* keys, int count, unsigned* bins,
                                         int bin_count) {
  __shared__ unsigned mine[kMostBins];
  const int first = blockIdx.y * kMostBins;
  const int size = min(bin_count - first, kMostBins);
  for (int bin = threadIdx.x; bin < size; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
    const unsigned bin = keys[i] - first;  // huge for a key below the range
    if (bin < size) atomicAdd(&mine[bin], 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < size; bin += blockDim.x) {
    if (mine[bin] > 0) atomicAdd(&bins[first + bin], mine[bin]);
  }
}

void histogram_private(const unsigned* keys, int count, unsigned* bins, int bin_count) {
  if (count == 0) return;
  const dim3 grid(ceil_div(count, kThreads * kKeysPerThread), ceil_div(bin_count, kMostBins));
  histogram_private_kernel<<<grid, kThreads>>>(keys, count, bins, bin_count);
  check(cudaGetLastError());
}

// Lanes with the same key are peers; the lowest of them counts for all.
__global__ void histogram_aggregated_kernel(const unsigned* keys, int count, unsigned* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % warpSize;
  const unsigned active = __ballot_sync(kAllLanes, i < count);
  if (i >= count) return;
  const unsigned key = keys[i];
  const unsigned peers = __match_any_sync(active, key);
  if (lane == __ffs(peers) - 1) atomicAdd(&bins[key], __popc(peers));
}

void histogram_aggregated(const unsigned* keys, int count, unsigned* bins, int bin_count) {
  if (count == 0) return;
  histogram_aggregated_kernel<<<ceil_div(count, kThreads), kThreads>>>(keys, count, bins);
  check(cudaGetLastError());
}

// Task 4. Right: each value that stays draws a place. How many atomics wait
// for each other at *kept?
__global__ void keep_positive_kernel(const int* in, int count, int* out, unsigned* kept) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  if (in[i] > 0) {
    const unsigned place = atomicInc(kept, 0xFFFFFFFF);
    out[place] = in[i];
  }
}

void keep_positive(const int* in, int count, int* out, unsigned* kept) {
  if (count == 0) return;
  keep_positive_kernel<<<ceil_div(count, kThreads), kThreads>>>(in, count, out, kept);
  check(cudaGetLastError());
}

// Task 5. The CPU's loop, one number for each thread. Each line needs an
// atomic of its own; the last one has none and needs a loop around atomicCAS.
__device__ void combine_one(unsigned x, unsigned* words) {
  words[kAdd] += x;
  words[kSub] -= x;
  words[kInc] = words[kInc] >= kLimit ? 0 : words[kInc] + 1;
  words[kDec] = words[kDec] == 0 || words[kDec] > kLimit ? kLimit : words[kDec] - 1;
  if (x < words[kMin]) words[kMin] = x;
  if (x > words[kMax]) words[kMax] = x;
  words[kAnd] &= x;
  words[kOr] |= x;
  words[kXor] ^= x;
  words[kExchange] = x;
  if (float_of(x) > __uint_as_float(words[kLargest]))
    words[kLargest] = __float_as_uint(float_of(x));
}

__global__ void combine_kernel(const unsigned* in, int count, unsigned* words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) combine_one(in[i], words);
}

void combine(const unsigned* in, int count, unsigned* words) {
  if (count == 0) return;
  combine_kernel<<<ceil_div(count, kThreads), kThreads>>>(in, count, words);
  check(cudaGetLastError());
}

void combine_in_shared(const unsigned* in, int count, unsigned* words) {
  combine(in, count, words);
}

// Task 6. No addition is lost here. Why is the sum another one when the
// numbers come in another order?
__global__ void sum_repeatable_kernel(const float* in, int count, float* result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(result, in[i]);
}

void sum_repeatable(const float* in, int count, float* result) {
  if (count == 0) return;
  sum_repeatable_kernel<<<ceil_div(count, kThreads), kThreads>>>(in, count, result);
  check(cudaGetLastError());
}

// The sum of `mine` over the threads of a block; thread 0 gets it.
__device__ float sum_of_block(float mine) {
  __shared__ float sums[kThreads];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  return sums[0];
}

// Task 7. Right, with two launches: the second one waits for all blocks of
// the first. Let the last block that is done take over the second's work.
__global__ void partials_kernel(const float* in, int count, float* partials) {
  float mine = 0.0f;
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) mine += in[i];
  const float sum = sum_of_block(mine);
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

__global__ void result_kernel(const float* partials, int blocks, float* result) {
  const float sum = sum_of_block(threadIdx.x < blocks ? partials[threadIdx.x] : 0.0f);
  if (threadIdx.x == 0) *result = sum;
}

void sum_in_one_launch(const float* in, int count, float* partials, unsigned* ticket,
                       float* result) {
  if (count == 0) return;
  const int blocks = min(ceil_div(count, kThreads), kMostBlocks);
  partials_kernel<<<blocks, kThreads>>>(in, count, partials);
  result_kernel<<<1, kThreads>>>(partials, blocks, result);
  check(cudaGetLastError());
}

// Task 8. Two words must change together, and no atomic changes both.
__global__ void best_of_slots_kernel(const unsigned* keys, const float* values, int count,
                                     float* best_value, int* best_index, unsigned* locks) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned slot = keys[i];
  const float value = values[i];
  if (value > best_value[slot] || (value == best_value[slot] && i < best_index[slot])) {
    best_value[slot] = value;
    best_index[slot] = i;
  }
}

void best_of_slots(const unsigned* keys, const float* values, int count, float* best_value,
                   int* best_index, unsigned* locks, int slots) {
  if (count == 0) return;
  best_of_slots_kernel<<<ceil_div(count, kThreads), kThreads>>>(keys, values, count, best_value,
                                                                best_index, locks);
  check(cudaGetLastError());
}
