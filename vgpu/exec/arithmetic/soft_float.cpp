#include "vgpu/exec/arithmetic/soft_float.h"

#include <algorithm>
#include <bit>

namespace warpscope::exec {
namespace {

int bias(const FloatFormat& format) { return (1 << (format.exponent_bits - 1)) - 1; }
/// Exponent of the last bit of a subnormal number.
int last_exponent(const FloatFormat& format) {
  return 1 - bias(format) - static_cast<int>(format.fraction_bits);
}

std::uint64_t infinity_bits(const FloatFormat& format) {
  return ((std::uint64_t{1} << format.exponent_bits) - 1) << format.fraction_bits;
}
std::uint64_t nan_bits(const FloatFormat& format) {
  return infinity_bits(format) | ((std::uint64_t{1} << format.fraction_bits) - 1);
}
std::uint64_t largest_bits(const FloatFormat& format) {
  return format.has_infinity ? infinity_bits(format) - 1 : nan_bits(format) - 1;
}

/// significand / 2^shift, rounded.
std::uint64_t shift_right(std::uint64_t significand, int shift, bool is_negative,
                          Rounding rounding) {
  if (shift <= 0) return significand << -shift;
  const bool is_beyond = shift > 64;
  const std::uint64_t kept = shift >= 64 ? 0 : significand >> shift;
  // The part that goes, as "zero, below a half, a half, above a half".
  const std::uint64_t rest = shift >= 64 ? significand : significand << (64 - shift);
  if (rest == 0) return kept;
  const std::uint64_t half = std::uint64_t{1} << 63;
  const bool above = !is_beyond && rest > half, tie = !is_beyond && rest == half;
  bool up = false;
  switch (rounding) {
    case Rounding::nearest_even:
      up = above || (tie && (kept & 1) != 0);
      break;
    case Rounding::away:
      up = above || tie;
      break;
    case Rounding::to_zero:
      break;
    case Rounding::down:
      up = is_negative;
      break;
    case Rounding::up:
      up = !is_negative;
      break;
  }
  return kept + (up ? 1 : 0);
}

bool overflows_to_infinity(Rounding rounding, bool is_negative) {
  switch (rounding) {
    case Rounding::to_zero:
      return false;
    case Rounding::down:
      return is_negative;
    case Rounding::up:
      return !is_negative;
    default:
      return true;
  }
}

}  // namespace

FloatFormat float_format(ptx::Type type) {
  switch (type) {
    case ptx::Type::f16:
    case ptx::Type::f16x2:
      return {10, 5};
    case ptx::Type::bf16:
    case ptx::Type::bf16x2:
      return {7, 8};
    case ptx::Type::tf32:
      return {10, 8, true, 13};
    case ptx::Type::e4m3x2:
      return {3, 4, false};
    case ptx::Type::e5m2x2:
      return {2, 5};
    case ptx::Type::f64:
      return {52, 11};
    default:
      return {23, 8};
  }
}

Number decode(std::uint64_t bits, const FloatFormat& format) {
  bits >>= format.low_bits;
  Number result;
  result.is_negative = (bits >> (format.fraction_bits + format.exponent_bits) & 1) != 0;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << format.fraction_bits) - 1);
  const std::uint64_t exponent_mask = (std::uint64_t{1} << format.exponent_bits) - 1;
  const std::uint64_t exponent = bits >> format.fraction_bits & exponent_mask;
  if (format.has_infinity && exponent == exponent_mask) {
    result.kind = fraction == 0 ? Number::Kind::infinite : Number::Kind::nan;
    return result;
  }
  if (!format.has_infinity && (bits & nan_bits(format)) == nan_bits(format)) {
    result.kind = Number::Kind::nan;
    return result;
  }
  result.significand =
      exponent == 0 ? fraction : fraction | std::uint64_t{1} << format.fraction_bits;
  result.exponent = last_exponent(format) + static_cast<int>(exponent == 0 ? 0 : exponent - 1);
  return result;
}

Number number(std::uint64_t value) { return {Number::Kind::finite, false, value, 0}; }

Number number(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return {Number::Kind::finite, value < 0, value < 0 ? 0 - bits : bits, 0};
}

std::uint64_t encode(const Number& number, const FloatFormat& format, Rounding rounding,
                     bool saturate_to_finite) {
  if (number.kind == Number::Kind::nan) return nan_bits(format) << format.low_bits;
  const std::uint64_t sign = number.is_negative ? (nan_bits(format) + 1) << format.low_bits : 0;
  if (number.kind == Number::Kind::infinite) {
    const std::uint64_t bits = saturate_to_finite    ? largest_bits(format)
                               : format.has_infinity ? infinity_bits(format)
                                                     : nan_bits(format);
    return sign | bits << format.low_bits;
  }
  if (number.significand == 0) return sign;
  const int top = number.exponent + static_cast<int>(std::bit_width(number.significand)) - 1;
  const int last = std::max(top - static_cast<int>(format.fraction_bits), last_exponent(format));
  std::uint64_t bits = 0;
  const int above_least = last - last_exponent(format);
  if (above_least > (1 << format.exponent_bits)) {
    bits = nan_bits(format);  // far above the largest number
  } else {
    const std::uint64_t kept =
        shift_right(number.significand, last - number.exponent, number.is_negative, rounding);
    // The leading one of a normal number counts the exponent up by one, as does a carry.
    bits = kept + (static_cast<std::uint64_t>(above_least) << format.fraction_bits);
  }
  if (bits > largest_bits(format)) {
    const bool to_infinity =
        !saturate_to_finite && overflows_to_infinity(rounding, number.is_negative);
    bits = !to_infinity          ? largest_bits(format)
           : format.has_infinity ? infinity_bits(format)
                                 : nan_bits(format);
  }
  return sign | bits << format.low_bits;
}

Number round_to_integral(const Number& number, Rounding rounding) {
  if (number.kind != Number::Kind::finite || number.exponent >= 0) return number;
  Number result = number;
  result.significand =
      shift_right(number.significand, -number.exponent, number.is_negative, rounding);
  result.exponent = 0;
  return result;
}

std::uint64_t to_integer(const Number& number, std::uint32_t width, bool is_signed) {
  if (number.kind == Number::Kind::nan) return 0;
  const std::uint64_t all = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const std::uint64_t most = is_signed ? all >> 1 : all;
  const std::uint64_t least = is_signed ? (all >> 1) + 1 : 0;  // magnitude of the least integer
  const std::uint64_t limit = number.is_negative ? least : most;
  std::uint64_t magnitude = number.significand;
  const bool is_out = number.kind == Number::Kind::infinite ||
                      (magnitude != 0 && number.exponent > 0 &&
                       static_cast<int>(std::bit_width(magnitude)) + number.exponent > 64);
  if (!is_out && magnitude != 0) magnitude <<= number.exponent;
  if (is_out || magnitude > limit) magnitude = limit;
  return (number.is_negative ? 0 - magnitude : magnitude) & all;
}

bool is_subnormal(const Number& number, const FloatFormat& format) {
  if (number.kind != Number::Kind::finite || number.significand == 0) return false;
  return number.exponent + static_cast<int>(std::bit_width(number.significand)) - 1 <
         1 - bias(format);
}

}  // namespace warpscope::exec
