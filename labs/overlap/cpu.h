// What a job does with each number, as a CPU does it.
#pragma once

#ifdef __CUDACC__
#define WARPSCOPE_ON_BOTH_SIDES __host__ __device__
#else
#define WARPSCOPE_ON_BOTH_SIDES
#endif

/// The number at place `index`, stirred for some rounds (xorshift). Whole numbers only, so that CPU
/// and GPU agree to the last bit; the place takes part, so that a number in a wrong place shows.
WARPSCOPE_ON_BOTH_SIDES inline unsigned stirred(unsigned number, unsigned index, int rounds) {
  unsigned x = number + index;
  for (int round = 0; round < rounds; ++round) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  return x;
}

#undef WARPSCOPE_ON_BOTH_SIDES
