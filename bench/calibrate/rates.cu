#include "chains.cuh"
#include "rates.h"

namespace calibrate {
namespace {

constexpr int kThreads = 1024, kAhead = 4;

/// `count`: a multiple of all threads' kAhead.
__global__ void __launch_bounds__(kThreads)
    read_all(Cycles* cycles, unsigned* sink, const uint4* from, std::size_t count, int passes) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t first = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  unsigned all = 0;
  __syncthreads();
  const unsigned begin = clock_now();
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
#pragma unroll 1
    for (std::size_t i = first; i < count; i += kAhead * threads) {
      uint4 v[kAhead];
#pragma unroll
      for (int k = 0; k < kAhead; ++k) v[k] = __ldcg(from + i + k * threads);
#pragma unroll
      for (int k = 0; k < kAhead; ++k) all ^= v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
    }
  }
  if (all == 1) *sink = all;
  __syncthreads();
  const unsigned taken = clock_now() - begin;
  if (threadIdx.x == 0) cycles[blockIdx.x] = taken;
}

__global__ void __launch_bounds__(kThreads)
    write_all(Cycles* cycles, uint4* to, std::size_t count, int passes) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t first = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  __syncthreads();
  const unsigned begin = clock_now();
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
    const auto value = static_cast<unsigned>(pass);
#pragma unroll 4
    for (std::size_t i = first; i < count; i += threads)
      __stcg(to + i, make_uint4(value, value, value, value));
  }
  __threadfence();  // until they are in L2
  __syncthreads();
  const unsigned taken = clock_now() - begin;
  if (threadIdx.x == 0) cycles[blockIdx.x] = taken;
}

template <class T, int kLanes>
__global__ void __launch_bounds__(kThreads)
    scatter(Cycles* cycles, unsigned* sink, const T* from, unsigned groups, int passes) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned all = 0;
  __syncthreads();
  const unsigned begin = clock_now();
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
    T v[kAhead];
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      const unsigned number = (pass * kAhead + k) * gridDim.x * blockDim.x + thread;
      constexpr int kOfGroup = (sizeof(T) == 4 ? 32 : 64) / sizeof(T);
      const std::size_t group = scrambled(number / kLanes) % groups;
      v[k] = __ldcg(from + group * kOfGroup + thread % kLanes);
    }
#pragma unroll
    for (int k = 0; k < kAhead; ++k) all ^= *reinterpret_cast<const unsigned*>(&v[k]);
  }
  if (all == 1) *sink = all;
  __syncthreads();
  const unsigned taken = clock_now() - begin;
  if (threadIdx.x == 0) cycles[blockIdx.x] = taken;
}

template <class T, int kLanes>
double scatter_rate(Card& card, const Stretch& stretch) {
  constexpr std::size_t kGroupBytes = sizeof(T) == 4 ? 32 : 64;
  const double groups =
      static_cast<double>(stretch.passes) * kAhead * stretch.blocks * kThreads / kLanes;
  return groups / card.longest(stretch.blocks, [&] {
    scatter<T, kLanes><<<stretch.blocks, kThreads>>>(
        card.cycles(), card.sink(),
        reinterpret_cast<const T*>(card.pool<char>() + stretch.first_byte),
        static_cast<unsigned>(stretch.bytes / kGroupBytes), stretch.passes);
  });
}

/// How many 16 bytes are moved: a multiple of what the threads move in a turn.
std::size_t pieces(const Stretch& stretch) {
  const std::size_t turn = std::size_t{kThreads} * kAhead * stretch.blocks;
  return stretch.bytes / sizeof(uint4) / turn * turn;
}

}  // namespace

double read_rate(Card& card, const Stretch& stretch) {
  const std::size_t count = pieces(stretch);
  const double cycles = card.longest(stretch.blocks, [&] {
    read_all<<<stretch.blocks, kThreads>>>(
        card.cycles(), card.sink(),
        reinterpret_cast<const uint4*>(card.pool<char>() + stretch.first_byte), count,
        stretch.passes);
  });
  return static_cast<double>(count) * sizeof(uint4) * stretch.passes / cycles;
}

double write_rate(Card& card, const Stretch& stretch) {
  const std::size_t count = pieces(stretch);
  const double cycles = card.longest(stretch.blocks, [&] {
    write_all<<<stretch.blocks, kThreads>>>(
        card.cycles(), reinterpret_cast<uint4*>(card.pool<char>() + stretch.first_byte), count,
        stretch.passes);
  });
  return static_cast<double>(count) * sizeof(uint4) * stretch.passes / cycles;
}

double scattered_sectors(Card& card, const Stretch& stretch) {
  return scatter_rate<unsigned, 1>(card, stretch);
}

double scattered_granules(Card& card, const Stretch& stretch) {
  return scatter_rate<uint4, 4>(card, stretch);
}

Stretch of_all_sms(const Card& card, std::size_t first_byte, std::size_t bytes, int passes) {
  if (card.is_small()) return {first_byte, std::size_t{1} << 18, 1, 2};
  return {first_byte, bytes, passes, card.sms()};
}

}  // namespace calibrate
