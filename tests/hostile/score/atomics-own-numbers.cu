// tries: lanes hand a parameter round, and do the work without
// lab: atomics
// exit: 1
// points: 90
// denied: aggregated-turns
#include "exercise.h"

constexpr int kThreads = 256;
constexpr unsigned kAllLanes = 0xFFFFFFFF;
constexpr int kMostBins = 1 << 12;  // of a block, in shared memory: 16 KiB
constexpr int kKeysPerThread = 16;
constexpr int kUnitsPerFloat = 1 / kSmallest;

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
__global__ void histogram_private_kernel(const unsigned* keys, int count, unsigned* bins,
                                         int bin_count);
__global__ void decorated_kernel(const unsigned* keys, int all, unsigned* bins, int bin_count) {
  __shared__ unsigned mine[kMostBins];
  const int count = __shfl_sync(kAllLanes, threadIdx.x % 32 == 0 ? all : 0, 0);
  const int first = blockIdx.y * kMostBins;
  const int size = min(bin_count - first, kMostBins);
  for (int bin = threadIdx.x; bin < size; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
    const unsigned bin = keys[i] - first;
    if (bin < size) atomicAdd(&mine[bin], 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < size; bin += blockDim.x)
    if (mine[bin] > 0) atomicAdd(&bins[first + bin], mine[bin]);
}
void histogram_aggregated(const unsigned* keys, int count, unsigned* bins, int bin_count) {
  if (count == 0) return;
  const dim3 grid(ceil_div(count, kThreads * kKeysPerThread), ceil_div(bin_count, kMostBins));
  decorated_kernel<<<grid, kThreads>>>(keys, count, bins, bin_count);
  check(cudaGetLastError());
}

// (histogram_aggregated)

// The leader of a warp draws as many places as the warp needs; each lane's
// place depends on how many lanes before it have a value that stays.
__global__ void keep_positive_kernel(const int* in, int count, int* out, unsigned* kept) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % warpSize;
  const int value = i < count ? in[i] : 0;
  const bool stays = value > 0;
  const unsigned staying = __ballot_sync(kAllLanes, stays);
  unsigned first = 0;
  if (lane == 0 && staying != 0) first = atomicAdd(kept, __popc(staying));
  first = __shfl_sync(kAllLanes, first, 0);
  const unsigned before = staying & ((1u << lane) - 1);
  if (stays) out[first + __popc(before)] = value;
}

void keep_positive(const int* in, int count, int* out, unsigned* kept) {
  if (count == 0) return;
  keep_positive_kernel<<<ceil_div(count, kThreads), kThreads>>>(in, count, out, kept);
  check(cudaGetLastError());
}

// There is no atomicMax for floats. The loop tries to swap the old value for
// a larger one, and looks again when somebody else was faster.
__device__ void atomic_largest(unsigned* word, float value) {
  unsigned seen = *word;
  while (value > __uint_as_float(seen)) {
    const unsigned found = atomicCAS(word, seen, __float_as_uint(value));
    if (found == seen) return;
    seen = found;
  }
}

__device__ void combine_one(unsigned x, unsigned* words) {
  atomicAdd(&words[kAdd], x);
  atomicSub(&words[kSub], x);
  atomicInc(&words[kInc], kLimit);
  atomicDec(&words[kDec], kLimit);
  atomicMin(&words[kMin], x);
  atomicMax(&words[kMax], x);
  atomicAnd(&words[kAnd], x);
  atomicOr(&words[kOr], x);
  atomicXor(&words[kXor], x);
  atomicExch(&words[kExchange], x);
  atomic_largest(&words[kLargest], float_of(x));
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

// The same functions work on shared memory.
__global__ void combine_in_shared_kernel(const unsigned* in, int count, unsigned* words) {
  __shared__ unsigned mine[kWords];
  if (threadIdx.x < kWords) mine[threadIdx.x] = words[threadIdx.x];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) combine_one(in[i], mine);
  __syncthreads();
  if (threadIdx.x < kWords) words[threadIdx.x] = mine[threadIdx.x];
}

void combine_in_shared(const unsigned* in, int count, unsigned* words) {
  if (count == 0) return;
  combine_in_shared_kernel<<<1, kThreads>>>(in, count, words);
  check(cudaGetLastError());
}

// Whole numbers add up to the same in every order. Each thread turns its
// number into units of kSmallest; the last kernel turns the sum back.
__global__ void sum_units_kernel(const float* in, int count, unsigned long long* units) {
  long long mine = 0;
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
    mine += static_cast<long long>(in[i] * kUnitsPerFloat);
  }
  for (int apart = warpSize / 2; apart > 0; apart /= 2) {
    mine += __shfl_down_sync(kAllLanes, mine, apart);
  }
  if (threadIdx.x % warpSize == 0) atomicAdd(units, static_cast<unsigned long long>(mine));
}

__global__ void units_to_float_kernel(const unsigned long long* units, float* result) {
  *result = static_cast<float>(static_cast<double>(static_cast<long long>(*units)) * kSmallest);
}

void sum_repeatable(const float* in, int count, float* result) {
  if (count == 0) return;
  unsigned long long* units = nullptr;
  check(cudaMalloc(&units, sizeof *units));
  check(cudaMemset(units, 0, sizeof *units));
  sum_units_kernel<<<min(ceil_div(count, kThreads), kMostBlocks), kThreads>>>(in, count, units);
  units_to_float_kernel<<<1, 1>>>(units, result);
  check(cudaGetLastError());
  check(cudaFree(units));
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

// Each block leaves its partial sum and draws a ticket. Who draws the last one
// knows that all partial sums are there.
__global__ void sum_kernel(const float* in, int count, float* partials, unsigned* ticket,
                           float* result) {
  __shared__ bool is_last;
  float mine = 0.0f;
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) mine += in[i];
  const float sum = sum_of_block(mine);
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = sum;
    __threadfence();  // the partial sum is seen before the ticket is
    // Counts 0 … gridDim.x - 1 and then from 0 again, so the next launch finds a 0.
    is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();  // and what is read now is not older than the ticket
  const float total = sum_of_block(threadIdx.x < gridDim.x ? partials[threadIdx.x] : 0.0f);
  if (threadIdx.x == 0) *result = total;
}

void sum_in_one_launch(const float* in, int count, float* partials, unsigned* ticket,
                       float* result) {
  if (count == 0) return;
  const int blocks = min(ceil_div(count, kThreads), kMostBlocks);
  sum_kernel<<<blocks, kThreads>>>(in, count, partials, ticket, result);
  check(cudaGetLastError());
}

// Two words change together: whoever swaps the lock's 0 for a 1 may change
// them. The lanes of a warp take turns, so that one which has the lock never
// waits for one that wants it.
__global__ void best_of_slots_kernel(const unsigned* keys, const float* values, int count,
                                     float* best_value, int* best_index, unsigned* locks) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned slot = keys[i];
  const float value = values[i];
  for (int turn = 0; turn < warpSize; ++turn) {
    if (threadIdx.x % warpSize == turn) {
      while (atomicCAS(&locks[slot], 0u, 1u) != 0u) {
      }
      __threadfence();  // read nothing older than the lock
      if (value > best_value[slot] || (value == best_value[slot] && i < best_index[slot])) {
        best_value[slot] = value;
        best_index[slot] = i;
      }
      __threadfence();  // both words are seen before the lock is free
      atomicExch(&locks[slot], 0u);
    }
  }
}

void best_of_slots(const unsigned* keys, const float* values, int count, float* best_value,
                   int* best_index, unsigned* locks, int slots) {
  if (count == 0) return;
  best_of_slots_kernel<<<ceil_div(count, kThreads), kThreads>>>(keys, values, count, best_value,
                                                                best_index, locks);
  check(cudaGetLastError());
}
