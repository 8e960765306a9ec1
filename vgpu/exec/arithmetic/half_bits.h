// The 16-bit floating-point formats as numbers: IEEE binary16 and bfloat16.
#pragma once

#include <bit>
#include <cstdint>

namespace warpscope::exec {

/// IEEE binary16.
struct Half {
  static constexpr std::uint32_t kExponentMask = 0x7c00;
  static float widen(std::uint16_t half) {
    const std::uint32_t magnitude = half & 0x7fffu;
    const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
    const std::uint32_t bits = magnitude >= kExponentMask ? (magnitude << 13) | 0x7f800000u
                                                          : std::bit_cast<std::uint32_t>(scaled);
    return std::bit_cast<float>(bits | (half & 0x8000u) << 16);
  }
  /// To nearest even; NaN becomes 0x7fff.
  static std::uint16_t narrow(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    const std::uint32_t normal = (magnitude - (112u << 23) + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    // One half has the last place of a subnormal, so the addition rounds.
    const std::uint32_t subnormal =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5F) - 0x3f000000u;
    const std::uint32_t finite = magnitude < 0x38800000u ? subnormal : normal;
    const std::uint32_t number = magnitude >= 0x477ff000u ? kExponentMask : finite;
    const std::uint32_t result =
        magnitude > 0x7f800000u ? 0x7fffu : (number | (bits >> 16 & 0x8000u));
    return static_cast<std::uint16_t>(result);
  }
};

/// The upper half of a binary32.
struct Bfloat {
  static constexpr std::uint32_t kExponentMask = 0x7f80;
  static float widen(std::uint16_t half) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16);
  }
  static std::uint16_t narrow(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t number = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return static_cast<std::uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : number);
  }
};

/// A value of a format as it lies in memory.
template <typename Format>
struct Stored {
  std::uint16_t bits = 0;
  friend bool operator==(Stored, Stored) = default;
};

template <typename Format>
float to_float(Stored<Format> value) {
  return Format::widen(value.bits);
}

template <typename Format>
void assign(Stored<Format>& to, float value) {
  to.bits = Format::narrow(value);
}

}  // namespace warpscope::exec
