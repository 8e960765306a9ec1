// Chains of one operation, each step of which waits for the one before. Two lengths of a chain
// differ by their steps alone: their difference has no cost of reading the clock.
#pragma once
#include "card.h"

namespace calibrate {

__device__ inline unsigned clock_now() {
  unsigned now;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(now)::"memory");
  return now;
}

/// A number without a pattern for each number.
__device__ inline unsigned scrambled(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

/// Cycles of `steps` in this warp, the second time that the block does them: their instructions are
/// there then. All warps begin together.
template <class Steps>
__device__ unsigned cycles_again(Steps&& steps) {
  unsigned taken = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    const unsigned begin = clock_now();
    steps();
    taken = clock_now() - begin;
  }
  return taken;
}

/// Cycles of kSteps steps in each of kChains chains, in every warp of a block.
template <class Op, int kChains, int kSteps>
__global__ void __launch_bounds__(1024)
    chains(Cycles* cycles, unsigned* sink, unsigned b, unsigned c) {
  typename Op::Value a[kChains];
#pragma unroll
  for (int i = 0; i < kChains; ++i) a[i] = Op::first(threadIdx.x + i);
  const unsigned taken = cycles_again([&] {
#pragma unroll
    for (int step = 0; step < kSteps; ++step) {
#pragma unroll
      for (int i = 0; i < kChains; ++i) Op::step(a[i], b, c);
    }
    // Used before the clock is read, or ptxas puts steps behind that.
    unsigned all = 0;
#pragma unroll
    for (int i = 0; i < kChains; ++i) all ^= Op::bits(a[i]);
    if (all == 0x12345678u) *sink = all;
    __syncthreads();
  });
  if (threadIdx.x == 0) *cycles = taken;
}

constexpr int kShortChain = 32, kLongChain = 96;

/// Readings NAME_chain_32 and NAME_chain_96, of one chain in one warp.
template <class Op>
void add_chain(Readings& readings, const char* name) {
  const auto add = [&](auto kernel, int steps) {
    readings.push_back(
        {std::string(name) + "_chain_" + std::to_string(steps), "cycles", [kernel](Card& card) {
           return card.cycles_of(
               [&] { kernel<<<1, 32>>>(card.cycles(), card.sink(), 3u, 0x3f800001u); });
         }});
  };
  add(chains<Op, 1, kShortChain>, kShortChain);
  add(chains<Op, 1, kLongChain>, kLongChain);
}

/// Readings NAME_many_16 and NAME_many_48, of four chains in each of eight warps a sub-core: the
/// unit is never idle. 32 steps are 1,024 instructions of a sub-core.
template <class Op>
void add_many(Readings& readings, const char* name) {
  const auto add = [&](auto kernel, int steps) {
    readings.push_back(
        {std::string(name) + "_many_" + std::to_string(steps), "cycles", [kernel](Card& card) {
           return card.cycles_of(
               [&] { kernel<<<1, 1024>>>(card.cycles(), card.sink(), 3u, 0x3f800001u); });
         }});
  };
  add(chains<Op, 4, 16>, 16);
  add(chains<Op, 4, 48>, 48);
}

}  // namespace calibrate
