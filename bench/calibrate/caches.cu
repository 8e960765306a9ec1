// L1, L2, the ways between them, and how much of L2 stays.
#include "rates.h"
#include "walks.cuh"

namespace calibrate {
namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;

/// A chain of loads out of L1 of so many words, the first of which is added to the address. The
/// others are used as well, beside the chain: ptxas leaves out words of a vector that nobody uses.
template <int kWidth, int kSteps>
__global__ void widths(Cycles* cycles, unsigned* sink, const unsigned* from) {
  unsigned x = 0, others = 0;
  const unsigned taken = cycles_again([&] {
#pragma unroll
    for (int step = 0; step < kSteps; ++step) {
      const unsigned* at = from + threadIdx.x * kWidth + x;
      unsigned a = 0, b = 0, c = 0;
      if constexpr (kWidth == 1)
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(x) : "l"(at));
      else
        asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(x), "=r"(a), "=r"(b), "=r"(c)
                     : "l"(at));
      others |= a | b | c;
    }
  });
  if (x == 1 || others == 1) *sink = x;
  if (threadIdx.x == 0) *cycles = taken;
}

/// apart: each lane's word in a line and a bank of its own.
enum class Load { word, apart, wide, copy };

/// Loads that hit L1, or copies of it to shared memory, of 32 warps: each of so many lines, which
/// are the next one's neighbours; words of other lines are in the same banks, but with apart.
template <Load kLoad, int kLines, int kTimes>
__global__ void __launch_bounds__(1024) hits(Cycles* cycles, unsigned* sink, const unsigned* from) {
  constexpr bool kWide = kLoad == Load::wide || kLoad == Load::copy;
  constexpr bool kCopies = kLoad == Load::copy;
  constexpr int kWidth = kWide ? 4 : 1;
  __shared__ __align__(16) unsigned tile[1024 * kWidth];
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(tile + threadIdx.x * kWidth));
  const unsigned lane = threadIdx.x % 32;
  constexpr int kWords = 32 * kLines;  // from one load to the next
  const unsigned within = kLoad == Load::apart ? lane : lane / kLines;
  const unsigned* first = from + (kWide ? lane * 4 : lane % kLines * 32 + within);
  unsigned all = 0;
  const unsigned taken = cycles_again([&] {
#pragma unroll
    for (int i = 0; i < kTimes; ++i) {
      const unsigned* at = first + i * kWords;
      unsigned a = 0, b = 0, c = 0, d = 0;
      if constexpr (kCopies)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(at) : "memory");
      else if constexpr (kWide)
        asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "l"(at));
      else
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(a) : "l"(at));
      all ^= a ^ b ^ c ^ d;
    }
    if constexpr (kCopies) asm volatile("cp.async.wait_all;" ::: "memory");
    if (all == 1) *sink = all;
    __syncthreads();
  });
  if (threadIdx.x == 0) *cycles = taken;
}

template <Load kLoad, int kLines>
void add_hits(Readings& readings, const std::string& name) {
  const auto add = [&](auto kernel, const char* times) {
    readings.push_back({name + times, "cycles", [kernel](Card& card) {
                          return card.cycles_of([&] {
                            kernel<<<1, 1024>>>(card.cycles(), card.sink(), card.pool<unsigned>());
                          });
                        }});
  };
  add(hits<kLoad, kLines, 8>, "_8");
  add(hits<kLoad, kLines, 24>, "_24");
}

/// Steps of a walk through a megabyte, all of which L2 holds.
void add_walk(Readings& readings, int steps) {
  readings.push_back({"l2_walk_" + std::to_string(steps), "cycles", [=](Card& card) {
                        constexpr std::size_t kStride = 128, kCount = kMega / kStride;
                        link(card, 0, kCount, kStride);
                        // What a kernel has written comes more slowly than what one has read.
                        walk(card, 0, kCount);
                        return walk(card, 0, steps);
                      }});
}

/// Bytes a cycle of what L2 holds: to one SM and to all, read and written.
void add_rates(Readings& readings) {
  // The second pass finds what the first has brought.
  readings.push_back({"l2_to_one_sm", "bytes a cycle", [](Card& card) {
                        const Stretch stretch{0, kMega, static_cast<int>(card.size(16, 1)), 1};
                        read_rate(card, {0, kMega, 1, 1});
                        return read_rate(card, stretch);
                      }});
  readings.push_back({"one_sm_to_l2", "bytes a cycle", [](Card& card) {
                        return write_rate(card, {0, kMega, static_cast<int>(card.size(16, 1)), 1});
                      }});
  readings.push_back({"l2_to_all_sms", "bytes a cycle", [](Card& card) {
                        read_rate(card, of_all_sms(card, 0, 18 * kMega, 1));
                        return read_rate(card, of_all_sms(card, 0, 18 * kMega, 32));
                      }});
  readings.push_back({"all_sms_to_l2", "bytes a cycle", [](Card& card) {
                        return write_rate(card, of_all_sms(card, 0, 18 * kMega, 32));
                      }});
  readings.push_back({"l2_scattered", "sectors a cycle", [](Card& card) {
                        read_rate(card, of_all_sms(card, 0, 18 * kMega, 1));
                        return scattered_sectors(card, of_all_sms(card, 0, 16 * kMega, 32));
                      }});
}

/// Of L2: how many bytes of others, of all its bytes, are used before half of 256 KB is gone.
double kept_share(Card& card) {
  constexpr std::size_t kCount = 2048, kStride = 128;
  const std::size_t others = card.size(64 * kMega, kMega);
  const auto steps_behind = [&](double share) {
    link(card, 0, kCount, kStride);
    walk(card, 0, kCount);
    card.use(reinterpret_cast<unsigned*>(card.pool<char>() + others),
             static_cast<std::size_t>(share * static_cast<double>(card.l2_bytes())) / 4);
    return walk(card, 0, kCount) / kCount;
  };
  if (card.is_small()) return steps_behind(0) > 0 ? 0.5 : 0;
  const double held = steps_behind(0);
  card.forget();
  const double gone = walk(card, 0, kCount) / kCount;
  double low = 0, high = 2;
  for (int i = 0; i < 9; ++i) {
    const double middle = (low + high) / 2;
    (steps_behind(middle) < (held + gone) / 2 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

Readings caches() {
  Readings readings;
  for (const int steps : {512, 2560}) add_walk(readings, steps);
  const auto width = [&](auto kernel, const char* name, int lanes = 32) {
    readings.push_back({name, "cycles", [kernel, lanes](Card& card) {
                          check(cudaMemset(card.pool<char>(), 0, 4096), "cudaMemset");
                          return card.cycles_of([&] {
                            kernel<<<1, lanes>>>(card.cycles(), card.sink(), card.pool<unsigned>());
                          });
                        }});
  };
  width(widths<1, 32>, "l1_chain_32_bits_32");
  width(widths<1, 96>, "l1_chain_32_bits_96");
  width(widths<4, 32>, "l1_chain_128_bits_32");
  width(widths<4, 96>, "l1_chain_128_bits_96");
  width(widths<4, 32>, "l1_chain_128_bits_of_8_32", 8);
  width(widths<4, 96>, "l1_chain_128_bits_of_8_96", 8);
  add_hits<Load::word, 1>(readings, "loads_of_1_line");
  add_hits<Load::apart, 32>(readings, "loads_of_32_lines");
  add_hits<Load::wide, 4>(readings, "loads_of_16_bytes");
  add_hits<Load::copy, 4>(readings, "copies_of_16_bytes");
  add_rates(readings);
  readings.push_back({"l2_kept", "share of L2", kept_share});
  return readings;
}

}  // namespace calibrate
