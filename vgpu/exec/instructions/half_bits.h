// The 16-bit floating-point formats as numbers: IEEE binary16 and bfloat16.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace warpscope::exec::atomics {

/// Bits of a binary16 value.
struct Half {
  std::uint16_t bits = 0;
  friend bool operator==(Half, Half) = default;
};
/// Bits of a bfloat16 value.
struct Bfloat16 {
  std::uint16_t bits = 0;
  friend bool operator==(Bfloat16, Bfloat16) = default;
};

inline float to_float(Bfloat16 value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

inline float to_float(Half value) {
  const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & 0x8000u) << 16;
  const std::uint32_t exponent = value.bits >> 10 & 31u, mantissa = value.bits & 0x3ffu;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | mantissa << 13);
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
}

/// Rounds to nearest, ties to even; a NaN becomes the canonical 0x7fff, as the manual has it.
inline Bfloat16 to_bfloat16(float value) {
  if (std::isnan(value)) return {0x7fff};
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return {static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}

inline Half to_half(float value) {
  if (std::isnan(value)) return {0x7fff};
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000u);
  const float magnitude = std::fabs(value);
  if (magnitude >= 65520.0f) return {static_cast<std::uint16_t>(sign | 0x7c00u)};
  if (magnitude < 0x1p-14f) {
    // Adding 2^-1 rounds to the spacing of subnormals, 2^-24.
    const float rounded = magnitude + 0.5f;
    return {
        static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(rounded) - 0x3f000000u))};
  }
  const std::uint32_t absolute = bits & 0x7fffffffu;
  const std::uint32_t rounded = absolute + 0xfffu + (absolute >> 13 & 1u);
  return {static_cast<std::uint16_t>(sign | ((rounded >> 13) - (112u << 10)))};
}

inline void assign(Half& to, float value) { to = to_half(value); }
inline void assign(Bfloat16& to, float value) { to = to_bfloat16(value); }

}  // namespace warpscope::exec::atomics
