// What f32 and f64 arithmetic does to NaNs and subnormals, as functions of one value that stay
// vector code in a lane loop.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace warpscope::exec {

/// The hardware's only NaN result in single precision; x86 would hand on an operand's.
inline float nan_result(float value, auto...) {
  return value != value ? std::bit_cast<float>(0x7fffffffu) : value;
}

/// Double precision hands on the last operand that is a NaN, made quiet; an invalid operation gives
/// 0xfff8000000000000 (seen on an H200).
template <typename... Operands>
inline double nan_result(double value, Operands... operands) {
  double nan = std::bit_cast<double>(0xfff8000000000000ull);
  ((nan = operands != operands ? operands : nan), ...);
  const double quiet =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) | 0x0008000000000000ull);
  return value != value ? quiet : value;
}

/// `.ftz`: a subnormal becomes a zero of its sign.
inline float flush(float value) {
  return std::fabs(value) < std::numeric_limits<float>::min() ? std::copysign(0.0F, value) : value;
}

/// F of flushed operands, its result flushed.
template <typename F>
struct Flushed {
  static float apply(auto... operands) { return flush(F::apply(flush(operands)...)); }
};

/// `.sat`: clamped to [0, 1], NaN and -0 to +0.
struct Saturate {
  template <typename T>
  static T apply(T a) {
    return a > T{0} ? (a < T{1} ? a : T{1}) : T{0};
  }
};

}  // namespace warpscope::exec
