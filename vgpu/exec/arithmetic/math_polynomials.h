// Elementary functions in double precision without branches, good to about nine digits: more than
// any approximate instruction promises.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace warpscope::exec {

/// A double whose sum with a small number holds that number's integer part in its low bits.
inline constexpr double kIntegerMagic = 0x1.8p52;

/// 2^a: a's integer part becomes the exponent, a Taylor series of 2^f on [-1/2, 1/2] the fraction.
inline double power_of_two(double a) {
  // Beyond these the result is zero or infinity in single precision; NaN passes.
  const double low = a < -300.0 ? -300.0 : a;
  const double clamped = low > 300.0 ? 300.0 : low;
  const double shifted = clamped + kIntegerMagic;
  const double f = (clamped - (shifted - kIntegerMagic)) * 0x1.62e42fefa39efp-1;
  double series = 1.0 / 40320;
  series = series * f + 1.0 / 5040;
  series = series * f + 1.0 / 720;
  series = series * f + 1.0 / 120;
  series = series * f + 1.0 / 24;
  series = series * f + 1.0 / 6;
  series = series * f + 0.5;
  series = series * f + 1.0;
  series = series * f + 1.0;
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(shifted) << 52;
  const double scaled = std::bit_cast<double>(std::bit_cast<std::uint64_t>(series) + exponent);
  return a == a ? scaled : a;
}

/// log2(a) of a positive normal number: a = m * 2^e with m around one; ln m = 2
/// artanh((m-1)/(m+1)).
inline double binary_logarithm(double a) {
  constexpr std::uint64_t kRootHalf = 0x3fe6a09e667f3bcdull;
  const auto bits = std::bit_cast<std::uint64_t>(a);
  // Exponents are counted from 1024 below, so that they stay positive.
  const std::uint64_t above = bits - kRootHalf + (std::uint64_t{1024} << 52);
  const std::uint64_t biased = above >> 52;
  const double e = std::bit_cast<double>(biased | 0x4330000000000000ull) - (0x1p52 + 1024);
  const double m = std::bit_cast<double>(bits - ((biased - 1024) << 52));
  const double t = (m - 1.0) / (m + 1.0);
  const double square = t * t;
  double series = 1.0 / 13;
  series = series * square + 1.0 / 11;
  series = series * square + 1.0 / 9;
  series = series * square + 1.0 / 7;
  series = series * square + 1.0 / 5;
  series = series * square + 1.0 / 3;
  series = series * square + 1.0;
  return e + t * series * (2 * 0x1.71547652b82fep+0);
}

/// tanh(a): its series near zero, 1 - 2/(e^2a + 1) elsewhere.
inline double hyperbolic_tangent(double a) {
  const double magnitude = std::fabs(a);
  const double square = a * a;
  const double near = magnitude * (1.0 + square * (-1.0 / 3 + square * (2.0 / 15)));
  const double far = 1.0 - 2.0 / (power_of_two(magnitude * (2 * 0x1.71547652b82fep+0)) + 1.0);
  return std::copysign(magnitude < 0x1p-5 ? near : far, a);
}

/// What is left of an angle after its multiples of pi/2, and which quarter turn it lies in.
struct Reduced {
  double angle;
  std::uint64_t quarter;  ///< the low two bits count
};
/// For |a| <= 2^20.
inline Reduced reduce(double a) {
  const double shifted = a * 0x1.45f306dc9c883p-1 + kIntegerMagic;
  const double turns = shifted - kIntegerMagic;
  double angle = __builtin_fma(-turns, 0x1.921fb54442d18p+0, a);
  angle = __builtin_fma(-turns, 0x1.1a62633145c07p-54, angle);
  return {angle, std::bit_cast<std::uint64_t>(shifted)};
}
/// Sine of a reduced angle that is `quarter` quarter turns further.
inline double sine(const Reduced& reduced) {
  const double x = reduced.angle, square = x * x;
  double odd = -1.0 / 39916800;
  odd = odd * square + 1.0 / 362880;
  odd = odd * square - 1.0 / 5040;
  odd = odd * square + 1.0 / 120;
  odd = odd * square - 1.0 / 6;
  odd = (odd * square + 1.0) * x;  // keeps the sign of a zero
  double even = 1.0 / 479001600;
  even = even * square - 1.0 / 3628800;
  even = even * square + 1.0 / 40320;
  even = even * square - 1.0 / 720;
  even = even * square + 1.0 / 24;
  even = even * square - 0.5;
  even = even * square + 1.0;
  const double value = (reduced.quarter & 1) != 0 ? even : odd;
  // The sign bit of the half turn.
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) ^ ((reduced.quarter & 2) << 62));
}
/// For |a| <= 2^20.
inline double sine(double a) { return sine(reduce(a)); }
inline double cosine(double a) {
  Reduced reduced = reduce(a);
  ++reduced.quarter;
  return sine(reduced);
}

}  // namespace warpscope::exec
