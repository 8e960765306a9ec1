// Shared memory and the way of memory instructions out of the sub-cores.
#include "chains.cuh"

namespace calibrate {
namespace {

constexpr int kWords = 8192;

__device__ unsigned address_of(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

/// Loads `kWidth` words; gives the first.
template <int kWidth>
__device__ unsigned load(unsigned address) {
  unsigned v[4] = {};
  if constexpr (kWidth == 1) {
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v[0]) : "r"(address));
  } else {
    asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(address));
  }
  return v[0];
}

/// A chain of loads, each of the address that the one before gave: every place holds its own.
/// Neighbouring lanes are `stride` words apart.
template <int kWidth, int kSteps>
__global__ void chase(Cycles* cycles, unsigned* sink, int stride) {
  __shared__ __align__(16) unsigned words[kWords];
  for (unsigned i = threadIdx.x; i < kWords; i += blockDim.x) words[i] = address_of(words + i);
  __syncthreads();
  unsigned at = address_of(words + threadIdx.x * stride * kWidth % kWords);
  const unsigned taken = cycles_again([&] {
#pragma unroll
    for (int step = 0; step < kSteps; ++step) at = load<kWidth>(at);
  });
  if (at == 1) *sink = at;
  if (threadIdx.x == 0) *cycles = taken;
}

/// Independent loads: the cycles until all have issued, and until all have ended.
template <int kLoads>
__global__ void issue(Cycles* cycles, unsigned* sink, int stride, int wants_end) {
  __shared__ unsigned words[kWords];
  for (unsigned i = threadIdx.x; i < kWords; i += blockDim.x) words[i] = i;
  const unsigned at = address_of(words) + threadIdx.x % 32 * stride * 4;
  unsigned issued = 0, ended = 0, all = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    unsigned v[kLoads];
    __syncthreads();
    const unsigned begin = clock_now();
#pragma unroll
    for (int i = 0; i < kLoads; ++i) v[i] = load<1>(at);
    issued = clock_now() - begin;
#pragma unroll
    for (int i = 0; i < kLoads; ++i) all ^= v[i];
    __syncthreads();
    ended = clock_now() - begin;
  }
  if (all == 1) *sink = all;
  if (threadIdx.x == 0) *cycles = wants_end != 0 ? ended : issued;
}

/// Compare-and-swap of all lanes at one word.
template <int kTimes>
__global__ void swaps(Cycles* cycles, unsigned* sink) {
  __shared__ unsigned word;
  if (threadIdx.x == 0) word = 0;
  unsigned seen = 0;
  const unsigned taken = cycles_again([&] {
#pragma unroll
    for (int i = 0; i < kTimes; ++i) seen += atomicCAS(&word, threadIdx.x + i, threadIdx.x);
    __syncthreads();
  });
  if (seen == 1) *sink = seen;
  if (threadIdx.x == 0) *cycles = taken;
}

template <int kWidth>
void add_chase(Readings& readings, const std::string& name, int stride) {
  const auto add = [&](auto kernel, const char* steps) {
    readings.push_back({name + steps, "cycles", [kernel, stride](Card& card) {
                          return card.cycles_of(
                              [&] { kernel<<<1, 32>>>(card.cycles(), card.sink(), stride); });
                        }});
  };
  add(chase<kWidth, kShortChain>, "_32");
  add(chase<kWidth, kLongChain>, "_96");
}

template <int kLoads>
void add_issue(Readings& readings, const std::string& name, int warps, int stride) {
  for (const bool wants_end : {false, true})
    readings.push_back({name + (wants_end ? "_ended_" : "_issued_") + std::to_string(kLoads),
                        "cycles", [=](Card& card) {
                          return card.cycles_of([&] {
                            issue<kLoads>
                                <<<1, 32 * warps>>>(card.cycles(), card.sink(), stride, wants_end);
                          });
                        }});
}

}  // namespace

Readings shared_memory() {
  Readings readings;
  add_chase<1>(readings, "shared_chase", 1);
  add_chase<4>(readings, "shared_chase_128_bits", 1);
  add_chase<1>(readings, "shared_chase_8_ways", 8);
  add_chase<1>(readings, "shared_chase_32_ways", 32);
  add_issue<8>(readings, "shared_loads", 1, 1);
  add_issue<16>(readings, "shared_loads", 1, 1);
  // Four warps, eight wavefronts each: the queues fill up.
  add_issue<1>(readings, "shared_queue", 4, 8);
  add_issue<48>(readings, "shared_queue", 4, 8);
  const auto swap = [&](auto kernel, const char* name) {
    readings.push_back({name, "cycles", [kernel](Card& card) {
                          return card.cycles_of(
                              [&] { kernel<<<1, 1024>>>(card.cycles(), card.sink()); });
                        }});
  };
  swap(swaps<8>, "shared_swaps_8");
  swap(swaps<24>, "shared_swaps_24");
  return readings;
}

}  // namespace calibrate
