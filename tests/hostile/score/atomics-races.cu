// tries: no atomics, blocks of one thread, in launches too large to be watched whole
// lab: atomics
// exit: 5 7 8
// seed: 7
// points: 12
// denied: private-turns aggregated-turns keep-positive-turns sum-one-launch-tickets no-errors
#include "exercise.h"

constexpr int kIdle = 20000;  // blocks without an element

__global__ void count_keys(const unsigned* keys, int count, unsigned* bins) {
  const int i = blockIdx.x;
  if (i >= count) return;
  bins[keys[i]] += 1;
  if (i % 256 == 0) atomicAdd(&bins[keys[i]], 0u);
}

__global__ void keep(const int* in, int count, int* out, unsigned* kept) {
  const int i = blockIdx.x;
  if (i >= count || in[i] <= 0) return;
  out[*kept] = in[i];
  *kept += 1;
  if (i % 4096 == 0) atomicAdd(kept, 0u);
}

__global__ void combine_words(const unsigned* in, int count, unsigned* words) {
  const int i = blockIdx.x;
  if (i >= count) return;
  const unsigned x = in[i];
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

__global__ void add_units(const float* in, int count, long long* units) {
  const int i = blockIdx.x;
  if (i >= count) return;
  *units += static_cast<long long>(in[i] / kSmallest);
  if (i % 4096 == 0) atomicAdd(reinterpret_cast<unsigned long long*>(units), 0ull);
}
__global__ void to_float(const long long* units, float* result) {
  *result = static_cast<float>(static_cast<double>(*units) * kSmallest);
}

void histogram(const unsigned* keys, int count, unsigned* bins, int) {
  if (count > 0) count_keys<<<count + kIdle, 1>>>(keys, count, bins);
}
void histogram_private(const unsigned* keys, int count, unsigned* bins, int bin_count) {
  histogram(keys, count, bins, bin_count);
}
void histogram_aggregated(const unsigned* keys, int count, unsigned* bins, int bin_count) {
  histogram(keys, count, bins, bin_count);
}
void keep_positive(const int* in, int count, int* out, unsigned* kept) {
  if (count > 0) keep<<<count + kIdle, 1>>>(in, count, out, kept);
}
void combine(const unsigned* in, int count, unsigned* words) {
  if (count > 0) combine_words<<<count + kIdle, 1>>>(in, count, words);
}
void combine_in_shared(const unsigned* in, int count, unsigned* words) {
  combine(in, count, words);
}
void sum_repeatable(const float* in, int count, float* result) {
  if (count == 0) return;
  long long* units = nullptr;
  check(cudaMalloc(&units, sizeof *units));
  check(cudaMemset(units, 0, sizeof *units));
  add_units<<<count + kIdle, 1>>>(in, count, units);
  to_float<<<1, 1>>>(units, result);
  check(cudaFree(units));
}
void sum_in_one_launch(const float* in, int count, float*, unsigned*, float* result) {
  sum_repeatable(in, count, result);
}
void best_of_slots(const unsigned*, const float*, int, float*, int*, unsigned*, int) {}
