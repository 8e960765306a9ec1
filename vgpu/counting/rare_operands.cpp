#include "vgpu/counting/rare_operands.h"

#include <bit>
#include <cmath>

namespace warpscope::exec {
namespace {

using Rare = RareOperands;

std::uint32_t bits_of(float a) { return std::bit_cast<std::uint32_t>(a); }
/// The upper half, by which the code for f64 asks: as a number of f32 where it compares it so.
std::uint32_t upper_half(double a) {
  return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(a) >> 32);
}
float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }

template <typename T>
RareOperands kind_of(T a) {
  switch (std::fpclassify(a)) {
    case FP_NAN:
      return Rare::nan;
    case FP_INFINITE:
      return Rare::infinite;
    case FP_ZERO:
      return Rare::zero;
    case FP_SUBNORMAL:
      return Rare::denormal;
    default:
      return Rare::normal;
  }
}

/// Of a root: what is below 0 is only that, but for denormals of f32.
template <typename T>
RareOperands kind_under_root(T a) {
  const RareOperands kind = kind_of(a);
  if (kind == Rare::nan || kind == Rare::zero) return kind;
  const bool is_like_positive = sizeof(T) == sizeof(float) && kind == Rare::denormal;
  return std::signbit(a) && !is_like_positive ? Rare::negative : kind;
}

/// Nothing for quotients that have a size.
template <typename T>
RareOperands special_quotient(T a, T b) {
  if (std::isinf(a) && std::isinf(b)) return Rare::undefined_of_infinite;
  if (a == 0 && b == 0) return Rare::undefined;
  if (std::isinf(a) || b == 0) return Rare::infinite;
  return a == 0 || std::isinf(b) ? Rare::zero : Rare::none;
}

/// The exponent field that a quotient of finite numbers would have, were it as wide as needed;
/// `digits` of its fraction are kept. 1 is the least normal.
template <typename T>
int wide_exponent(T a, T b, int digits, int bias) {
  int exponent_a = 0, exponent_b = 0, exponent = 0;
  const double fraction_a = std::frexp(static_cast<double>(a), &exponent_a);
  const double fraction_b = std::frexp(static_cast<double>(b), &exponent_b);
  const double fraction = std::frexp(std::fabs(fraction_a / fraction_b), &exponent);
  const bool rounds_up = std::nearbyint(std::ldexp(fraction, digits)) == std::ldexp(1.0, digits);
  return exponent_a - exponent_b + exponent + (rounds_up ? 1 : 0) - 1 + bias;
}

}  // namespace

RareOperands rare_of_quotient(float a, float b) {
  constexpr int kBias = 127, kLargest = 255, kLeastDenormal = -24;
  const int of_a = static_cast<int>(bits_of(a) >> 23 & 255);
  const int of_b = static_cast<int>(bits_of(b) >> 23 & 255);
  // What FCHK lets pass.
  if (of_a >= 25 && of_a <= 254 && of_b >= 2 && of_b <= 251 && of_b - of_a <= 124 &&
      of_a - of_b <= 126)
    return Rare::none;
  if (std::isnan(a) || std::isnan(b)) return Rare::nan;
  const RareOperands special = special_quotient(a, b);
  if (special != Rare::none) return special;
  const bool is_of_denormal = of_a == 0 || of_b == 0;
  const int exponent = wide_exponent(a, b, 24, kBias);
  if (exponent >= kLargest)
    return is_of_denormal ? Rare::quotient_of_denormal_large : Rare::quotient_large;
  if (exponent >= 1)
    return is_of_denormal ? Rare::quotient_of_denormal_normal : Rare::quotient_normal;
  if (exponent >= kLeastDenormal)
    return is_of_denormal ? Rare::quotient_of_denormal_denormal : Rare::quotient_denormal;
  return is_of_denormal ? Rare::quotient_of_denormal_vanishing : Rare::quotient_vanishing;
}

RareOperands rare_of_quotient(double a, double b) {
  constexpr int kBias = 1023, kLargest = 2047;
  constexpr std::uint32_t kLeastDividend = 0x03600000, kLeastQuotient = 0x00100000;
  constexpr std::uint32_t kMagnitude = 0x7fffffff, kExponent = 0x7ff00000;
  // A NaN is not less than the least one, but more than none.
  const bool may_be_short = !(as_float(upper_half(a) & kMagnitude) < as_float(kLeastDividend)) &&
                            std::isfinite(as_float(upper_half(b))) &&
                            (upper_half(b) & kExponent) != 0 &&
                            as_float(upper_half(a / b) & kMagnitude) > as_float(kLeastQuotient);
  if (may_be_short) return Rare::none;
  if (std::isnan(a)) return Rare::nan;
  if (std::isnan(b)) return Rare::nan_divisor;
  const RareOperands special = special_quotient(a, b);
  if (special != Rare::none) return special;
  const int exponent = wide_exponent(a, b, 53, kBias);
  if (exponent >= kLargest) return Rare::quotient_large;
  return exponent >= 1 ? Rare::quotient_normal : Rare::quotient_denormal;
}

RareOperands rare_of_reciprocal(float a) {
  const bool is_rare = ((bits_of(a) + 0x01800000U) & 0x7f800000U) <= 0x01ffffffU;
  return is_rare ? kind_of(a) : Rare::none;
}

RareOperands rare_of_reciprocal(double a) {
  const bool is_rare =
      as_float((upper_half(a) + 0x00300402U) & 0x7fffffffU) < as_float(0x00400402U);
  if (!is_rare) return Rare::none;
  const RareOperands kind = kind_of(a);
  // Too small for a reciprocal, which is infinite: as 0.
  return kind == Rare::denormal && std::isinf(1 / a) ? Rare::zero : kind;
}

RareOperands rare_of_root(float a) {
  return bits_of(a) - 0x0d000000U > 0x727fffffU ? kind_under_root(a) : Rare::none;
}

RareOperands rare_of_root(double a) {
  return upper_half(a) - 0x03500000U >= 0x7ca00000U ? kind_under_root(a) : Rare::none;
}

RareOperands rare_of_reciprocal_root(double a) {
  const std::uint32_t upper = upper_half(a);
  return upper >= 0x00100000U && upper < 0x7ff00000U ? Rare::none : kind_under_root(a);
}

}  // namespace warpscope::exec
