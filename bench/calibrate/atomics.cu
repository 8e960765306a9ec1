// Atomics on global memory: of one SM, of all at one word, and at many.
#include "chains.cuh"

namespace calibrate {
namespace {

constexpr int kLineWords = 1056;  // from one line that is used to the next

/// Additions whose results are the next ones' numbers; each lane has a word of its own in each of
/// the lines, which are in different parts of L2.
template <int kSteps>
__global__ void chain(Cycles* cycles, unsigned* sink, unsigned* words) {
  unsigned value = threadIdx.x;
  unsigned* own = words + threadIdx.x;
  const unsigned begin = clock_now();
#pragma unroll
  for (int step = 0; step < kSteps; ++step)
    asm volatile("atom.global.add.u32 %0, [%1], %0;"
                 : "+r"(value)
                 : "l"(own + step * kLineWords)
                 : "memory");
  const unsigned taken = clock_now() - begin;
  if (value == 1) *sink = value;
  if (threadIdx.x == 0) *cycles = taken;
}

/// Additions without a result, of 32 warps at four sectors each.
template <int kTimes>
__global__ void unused(Cycles* cycles, unsigned* words) {
  unsigned* own = words + threadIdx.x;
  __syncthreads();
  const unsigned begin = clock_now();
#pragma unroll
  for (int i = 0; i < kTimes; ++i)
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(own), "r"(i) : "memory");
  __syncthreads();
  const unsigned taken = clock_now() - begin;
  if (threadIdx.x == 0) *cycles = taken;
}

/// One addition a lane, at one of so many words.
template <class T>
__global__ void at_words(T* words, unsigned mask) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(words + (scrambled(i) & mask), T{1});
}

template <class T>
void add_at_words(Readings& readings, const std::string& name, unsigned words, int warps,
                  int small_warps) {
  constexpr int kThreads = 256;
  readings.push_back({name + "_" + std::to_string(warps), "seconds", [=](Card& card) {
                        const auto count = static_cast<int>(card.size(warps, small_warps));
                        return card.seconds([&] {
                          at_words<<<count * 32 / kThreads, kThreads>>>(
                              card.pool<T>(),
                              static_cast<unsigned>(card.size(words, words < 64 ? words : 64)) - 1);
                        });
                      }});
}

}  // namespace

Readings atomics() {
  Readings readings;
  const auto add_chain_of = [&](auto kernel, const char* name) {
    readings.push_back({name, "cycles", [kernel](Card& card) {
                          const auto once = [&] {
                            kernel<<<1, 32>>>(card.cycles(), card.sink(), card.pool<unsigned>());
                          };
                          once();  // L2 has the lines then
                          return card.cycles_of(once);
                        }});
  };
  add_chain_of(chain<16>, "atomic_chain_16");
  add_chain_of(chain<48>, "atomic_chain_48");
  const auto add_unused = [&](auto kernel, const char* name) {
    readings.push_back({name, "cycles", [kernel](Card& card) {
                          return card.cycles_of(
                              [&] { kernel<<<1, 1024>>>(card.cycles(), card.pool<unsigned>()); });
                        }});
  };
  add_unused(unused<32>, "atomics_unused_32");
  add_unused(unused<96>, "atomics_unused_96");
  add_at_words<unsigned>(readings, "atomics_at_one_word", 1, 2048, 16);
  add_at_words<unsigned>(readings, "atomics_at_one_word", 1, 8192, 32);
  add_at_words<float>(readings, "float_atomics_at_one_word", 1, 2048, 16);
  add_at_words<float>(readings, "float_atomics_at_one_word", 1, 8192, 32);
  add_at_words<unsigned>(readings, "atomics_at_a_million_words", 1 << 20, 1 << 16, 16);
  add_at_words<unsigned>(readings, "atomics_at_a_million_words", 1 << 20, 1 << 18, 32);
  return readings;
}

}  // namespace calibrate
