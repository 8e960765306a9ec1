// Divisions and roots whose operands the short code of the hardware does not fit, so that it calls
// a routine: which operands these are, and what of them decides how long the routine is. Read off
// an H100, where such an operation takes 2 to 5 times as long: docs/evidence/machine_code.md,
// tests/golden/h100/routine_probes.cu.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope::exec {

/// What operands a routine is called for. Those of one kind go the same way through it.
enum class RareOperands : std::uint8_t {
  none,  ///< no routine is called
  nan,
  nan_divisor,  ///< of f64
  infinite,   ///< the only operand is; or a quotient is, of what is infinite or of a division by 0
  zero,       ///< the only operand is; or a quotient is, of 0 or by what is infinite
  negative,   ///< of a root
  denormal,   ///< the only operand is
  normal,     ///< the only operand is, but near an end of the range
  undefined,  ///< 0 / 0
  undefined_of_infinite,
  /// Of finite operands a quotient that is normal, too large, denormal, or nearly 0.
  quotient_normal,
  quotient_large,
  quotient_denormal,
  quotient_vanishing,
  /// The same where an operand is denormal (of f32).
  quotient_of_denormal_normal,
  quotient_of_denormal_large,
  quotient_of_denormal_denormal,
  quotient_of_denormal_vanishing,
};
inline constexpr std::size_t kRareOperands = 18;

// Rounded to nearest, without .ftz.
RareOperands rare_of_quotient(float a, float b);
RareOperands rare_of_quotient(double a, double b);
RareOperands rare_of_reciprocal(float a);
RareOperands rare_of_reciprocal(double a);
RareOperands rare_of_root(float a);
RareOperands rare_of_root(double a);
RareOperands rare_of_reciprocal_root(double a);  ///< rsqrt.approx.f64

}  // namespace warpscope::exec
