// Floating-point values taken apart, and put together again with one exact rounding: what the
// conversions between formats are made of.
#pragma once

#include <cstdint>

#include "vgpu/ptx/types.h"

namespace warpscope::exec {

/// How a result is rounded. `away` is to nearest with ties away from zero (cvt.rna).
enum class Rounding : std::uint8_t { nearest_even, to_zero, down, up, away };

/// A binary interchange format or one of the machine-learning formats.
struct FloatFormat {
  std::uint32_t fraction_bits = 0, exponent_bits = 0;
  bool has_infinity = true;    ///< e4m3 has none; its largest exponent holds numbers
  std::uint32_t low_bits = 0;  ///< bits below the fraction that are always zero (tf32)
};
/// Format of f16, bf16, tf32, f32 or f64; with f16x2 and the like that of one element.
FloatFormat float_format(ptx::Type type);

/// (-1)^is_negative * significand * 2^exponent, exactly; a finite zero has significand 0.
struct Number {
  enum class Kind : std::uint8_t { finite, infinite, nan };
  Kind kind = Kind::finite;
  bool is_negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
};

Number decode(std::uint64_t bits, const FloatFormat& format);
Number number(std::int64_t value);
Number number(std::uint64_t value);

/// The bits of the value rounded into the format. An overflow goes to infinity or the largest
/// number as the rounding says, with `saturate_to_finite` (and infinities too) to the largest
/// number. NaN becomes the format's canonical one: all ones but the sign.
std::uint64_t encode(const Number& number, const FloatFormat& format, Rounding rounding,
                     bool saturate_to_finite = false);

/// Rounded to an integral value, kept as a Number.
Number round_to_integral(const Number& number, Rounding rounding);

/// The integral value of `number` (see round_to_integral) as an integer of `width` bits. What is
/// out of range goes to the nearest integer in range, NaN to 0.
std::uint64_t to_integer(const Number& number, std::uint32_t width, bool is_signed);

/// True when the value is not zero and below the format's smallest normal number.
bool is_subnormal(const Number& number, const FloatFormat& format);

}  // namespace warpscope::exec
