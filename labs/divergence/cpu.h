// What the four functions compute, as one loop each on a CPU. Read this first. The judge computes
// its answers with it; your file cannot include it on the device.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace warpscope::labs::divergence {

inline std::uint32_t even_rule(std::uint32_t x) {
  for (std::uint32_t round = 0; round < 16; ++round) x = x * 5 + (x >> 7) + round;
  return x;
}

inline std::uint32_t odd_rule(std::uint32_t x) {
  for (std::uint32_t round = 0; round < 16; ++round) x = (x ^ x >> 11) * 9 + round;
  return x;
}

inline std::uint32_t mix(std::uint32_t x) {
  for (std::uint32_t round = 0; round < 16; ++round) x = (x ^ x >> 15) * 0x2C1B3C6DU + round;
  return x;
}

inline void encode_on_cpu(std::span<const std::uint32_t> in, std::span<std::uint32_t> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    out[i] = mix(i % 2 == 0 ? even_rule(in[i]) : odd_rule(in[i]));
  }
}

inline bool is_damaged(std::uint32_t x) { return std::popcount(x) % 2 == 1; }

inline std::uint32_t repaired(std::uint32_t x) {
  for (std::uint32_t round = 0; round < 32; ++round) x = (x ^ x >> 13) * 0x5BD1E995U + round;
  return x;
}

inline void repair_on_cpu(std::span<const std::uint32_t> in, std::span<std::uint32_t> out) {
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = is_damaged(in[i]) ? repaired(in[i]) : in[i];
}

/// codes: each 0 to 31.
inline std::uint32_t operation(std::uint8_t code, std::uint32_t x) {
  const std::uint32_t factor = 2U * code + 5;
  const int shift = 3 + code % 8;
  for (std::uint32_t round = 0; round < 8; ++round) {
    switch (code % 4) {
      case 0:
        x = (x ^ x >> shift) * factor + round;
        break;
      case 1:
        x = x * factor - (x >> shift) + round;
        break;
      case 2:
        x = (x + (x << shift) + round) ^ factor;
        break;
      default:
        x = (x ^ x << shift) + factor + round;
    }
  }
  return x;
}

inline void interpret_on_cpu(std::span<const std::uint8_t> codes,
                             std::span<const std::uint32_t> words,
                             std::span<std::uint32_t> results) {
  for (std::size_t i = 0; i < words.size(); ++i) results[i] = operation(codes[i], words[i]);
}

/// n: 1 to 100000.
inline std::int32_t collatz_steps(std::uint32_t n) {
  std::int32_t steps = 0;
  while (n != 1) {
    n = n % 2 == 1 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps;
}

inline void collatz_on_cpu(std::span<const std::uint32_t> numbers, std::span<std::int32_t> steps) {
  for (std::size_t i = 0; i < numbers.size(); ++i) steps[i] = collatz_steps(numbers[i]);
}

}  // namespace warpscope::labs::divergence
