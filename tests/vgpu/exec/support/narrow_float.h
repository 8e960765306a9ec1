// 16-bit floating-point numbers as the compiler converts them.
#pragma once

#include <bit>
#include <cstdint>

namespace warpscope::exec::test {

/// Bits of the binary16 nearest to `value`, and back.
inline std::uint16_t half_bits(float value) {
  return std::bit_cast<std::uint16_t>(static_cast<_Float16>(value));
}
inline float half_value(std::uint16_t bits) {
  return static_cast<float>(std::bit_cast<_Float16>(bits));
}

/// Bits of a bfloat16: of a value that has no more than its eight significant bits.
inline std::uint16_t bfloat_bits(float value) {
  return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
}
inline float bfloat_value(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

}  // namespace warpscope::exec::test
