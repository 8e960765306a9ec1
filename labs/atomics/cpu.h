// What the functions of this lab compute, as a CPU does it with one thread: no two updates at once.
#pragma once

inline void histogram_on_cpu(const unsigned* keys, int count, unsigned* bins) {
  for (int i = 0; i < count; ++i) bins[keys[i]] += 1;
}

/// What each word of combine() is for.
enum Word { kAdd, kSub, kInc, kDec, kMin, kMax, kAnd, kOr, kXor, kExchange, kLargest, kWords };

/// The largest value of the words that count up (kInc) and down (kDec).
constexpr unsigned kLimit = 999;

/// The float that combine() makes of a number for the word kLargest.
#ifdef __CUDACC__
__host__ __device__
#endif
    inline float
    float_of(unsigned x) {
  return static_cast<float>(static_cast<int>(x)) / 1024.0f;
}

/// Word kLargest holds a float: the largest so far. `largest` is that float; `words` are the
/// others.
inline void combine_on_cpu(const unsigned* in, int count, unsigned* words, float* largest) {
  for (int i = 0; i < count; ++i) {
    const unsigned x = in[i];
    words[kAdd] += x;
    words[kSub] -= x;
    words[kInc] = words[kInc] >= kLimit ? 0 : words[kInc] + 1;  // x does not matter
    words[kDec] = words[kDec] == 0 || words[kDec] > kLimit ? kLimit : words[kDec] - 1;
    if (x < words[kMin]) words[kMin] = x;
    if (x > words[kMax]) words[kMax] = x;
    words[kAnd] &= x;
    words[kOr] |= x;
    words[kXor] ^= x;
    words[kExchange] = x;  // any of the numbers may be the last
    if (float_of(x) > *largest) *largest = float_of(x);
  }
}

inline void best_on_cpu(const unsigned* keys, const float* values, int count, float* best_value,
                        int* best_index) {
  for (int i = 0; i < count; ++i) {
    const unsigned slot = keys[i];
    if (values[i] > best_value[slot]) {  // of equal values the first one stays
      best_value[slot] = values[i];
      best_index[slot] = i;
    }
  }
}
