// Source values for instruction forms, the same wherever they are made: on the machine whose
// hardware gave the golden results and in the test.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace warpscope::golden {

/// Threads that run one form.
inline constexpr std::uint32_t kInputThreads = 2048;

/// The generator splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

inline constexpr std::array<std::uint64_t, 24> kHalfEdges{
    0x0000, 0x8000, 0x3c00, 0xbc00, 0x0001, 0x8001, 0x03ff, 0x0400, 0x83ff, 0x7bff, 0xfbff, 0x7c00,
    0xfc00, 0x7e00, 0xfe01, 0x7d01, 0x3555, 0x5640, 0x57ff, 0x7800, 0x3800, 0x3e00, 0x4100, 0xb800};
inline constexpr std::array<std::uint64_t, 24> kBfloatEdges{
    0x0000, 0x8000, 0x3f80, 0xbf80, 0x0001, 0x8001, 0x007f, 0x0080, 0x807f, 0x7f7f, 0xff7f, 0x7f80,
    0xff80, 0x7fc0, 0xffc1, 0x7f81, 0x3eab, 0x42c8, 0x437f, 0x4f00, 0x3f00, 0x3fc0, 0x4020, 0xbf00};
inline constexpr std::array<std::uint64_t, 32> kSingleEdges{
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
    0x807fffff, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
    0x7f800001, 0x3f7fffff, 0x3effffff, 0x3f000000, 0x3fc00000, 0x40200000, 0x4f000000, 0x4f800000,
    0x5f000000, 0xdf000000, 0x477fe000, 0x477ff000, 0x33000000, 0x38800000, 0x7e800000, 0x4b800001};
inline constexpr std::array<std::uint64_t, 30> kDoubleEdges{
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
    0x0000000000000001, 0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000,
    0x800fffffffffffff, 0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000000001, 0x7ff0000000000001,
    0x3fe0000000000000, 0x3ff8000000000000, 0x4004000000000000, 0x41dfffffffe00000,
    0x41e0000000000000, 0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000000,
    0x43f0000000000000, 0x47efffffe0000000, 0x47effffff0000000, 0x3690000000000000,
    0x380fffffffffffff, 0x40effc0000000000};
inline constexpr std::array<std::uint64_t, 24> kIntegerEdges{
    0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255,
    0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff,
    0x8000000000000000};

/// Values of source `source` for operands of `kind`: "p" predicate, "h" 16, "r" 32, "d" 64 bits,
/// "f" f32, "g" f64; "h:f16", "h:bf16", "r:f16x2", "r:bf16x2"; "r:b" bit positions and lengths,
/// "r:m" small signed numbers.
inline std::vector<std::uint64_t> inputs(std::string_view kind, std::uint32_t source) {
  std::uint64_t seed = 77 + source;
  for (const char letter : kind) seed = seed * 131 + static_cast<unsigned char>(letter);
  Random random(seed);
  const auto from_edges = [&](std::span<const std::uint64_t> edges, std::uint32_t thread) {
    const std::uint64_t count = edges.size();
    if (thread < count * count && source < 2)
      return edges[source == 0 ? thread % count : thread / count];
    return edges[random.next() % count];
  };
  const auto choose = [&](std::span<const std::uint64_t> edges, std::uint32_t thread,
                          std::uint64_t other) {
    const std::uint64_t edge = from_edges(edges, thread);
    return thread < edges.size() * edges.size() || random.next() % 4 == 0 ? edge : other;
  };
  // Values around one, so that sums cancel and quotients round.
  const auto moderate = [&](std::uint32_t fraction_bits, std::uint32_t exponent_bits) {
    const std::uint64_t bits = random.next();
    const std::uint64_t bias = (std::uint64_t{1} << (exponent_bits - 1)) - 1;
    const std::uint64_t exponent = bias - 12 + random.next() % 24;
    return (bits >> 63) << (fraction_bits + exponent_bits) | exponent << fraction_bits |
           (bits & ((std::uint64_t{1} << fraction_bits) - 1));
  };
  const auto mixed = [&](std::uint32_t fraction_bits, std::uint32_t exponent_bits) {
    const std::uint32_t width = 1 + fraction_bits + exponent_bits;
    const std::uint64_t any = random.next() >> (64 - width);
    return random.next() % 2 == 0 ? any : moderate(fraction_bits, exponent_bits);
  };
  std::vector<std::uint64_t> values(kInputThreads);
  for (std::uint32_t thread = 0; thread < kInputThreads; ++thread) {
    std::uint64_t& value = values[thread];
    if (kind == "p") {
      value = random.next() >> 13 & 1;
    } else if (kind == "h:f16") {
      value = choose(kHalfEdges, thread, mixed(10, 5));
    } else if (kind == "h:bf16") {
      value = choose(kBfloatEdges, thread, mixed(7, 8));
    } else if (kind == "r:f16x2") {
      value = choose(kHalfEdges, thread, mixed(10, 5)) |
              choose(kHalfEdges, (thread * 5 + 3) % kInputThreads, mixed(10, 5)) << 16;
    } else if (kind == "r:bf16x2") {
      value = choose(kBfloatEdges, thread, mixed(7, 8)) |
              choose(kBfloatEdges, (thread * 5 + 3) % kInputThreads, mixed(7, 8)) << 16;
    } else if (kind == "f") {
      value = choose(kSingleEdges, thread, mixed(23, 8));
    } else if (kind == "g") {
      value = choose(kDoubleEdges, thread, mixed(52, 11));
    } else if (kind == "r:b") {
      value = random.next() % 8 == 0 ? random.next() & 0xffffffff : random.next() % 72;
    } else if (kind == "r:m") {
      value = (random.next() % 80 - 40) & 0xffffffff;
    } else {
      const std::uint32_t width = kind == "h" ? 16 : kind == "r" ? 32 : 64;
      const std::uint64_t any = random.next() >> (64 - width);
      value = choose(kIntegerEdges, thread, random.next() % 4 == 0 ? any % 100 : any);
      if (random.next() % 3 == 0) value = 0 - value;
      if (width < 64) value &= (std::uint64_t{1} << width) - 1;
    }
  }
  return values;
}

}  // namespace warpscope::golden
