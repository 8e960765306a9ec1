// Approximate functions against the error bounds of the PTX ISA manual, section 9.7.3, and its
// tables of results for special values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tests/vgpu/exec/support/instruction_case.h"

namespace warpscope::exec::test::approximate_test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The same special value: NaN, an infinity or a zero of the same sign.
bool is_same_special(float result, double exact) {
  const auto expected = static_cast<float>(exact);
  if (std::isnan(expected)) return std::isnan(result);
  return result == expected && std::signbit(result) == std::signbit(expected);
}

bool is_special(double exact) {
  const auto rounded = static_cast<float>(exact);
  return std::isnan(rounded) || std::isinf(rounded) || exact == 0;
}

// A result as near to zero as this may be flushed or be a subnormal with few bits.
bool is_tiny(double exact) { return std::fabs(exact) < std::numeric_limits<float>::min(); }

bool within_relative(float result, double exact, double bound) {
  if (is_special(exact)) return is_same_special(result, exact);
  if (is_tiny(exact)) return std::fabs(static_cast<double>(result)) <= 2 * std::fabs(exact);
  return std::fabs(static_cast<double>(result) - exact) <= bound * std::fabs(exact);
}

double ulp(double exact) {
  const auto rounded = std::fabs(static_cast<float>(exact));
  return static_cast<double>(std::nextafter(rounded, kInfinity)) - static_cast<double>(rounded);
}

bool within_ulps(float result, double exact, double ulps) {
  if (is_special(exact)) return is_same_special(result, exact);
  return std::fabs(static_cast<double>(result) - exact) <= ulps * ulp(exact);
}

template <typename F>
InstructionCase relative(std::string text, double bound, F exact) {
  return bounded_instruction<float, float>(std::move(text), [bound, exact](float result, float a) {
    return within_relative(result, exact(static_cast<double>(a)), bound);
  });
}

// sin and cos: an absolute bound within [-pi, pi]; beyond, the manual promises nothing but a value
// that is a sine.
template <typename F>
InstructionCase circular(std::string text, F exact) {
  return bounded_instruction<float, float>(std::move(text), [exact](float result, float a) {
    if (!std::isfinite(a)) return std::isnan(result);
    if (a == 0)
      return to_bits(result) == to_bits(static_cast<float>(exact(static_cast<double>(a))));
    const double error = std::fabs(static_cast<double>(result) - exact(static_cast<double>(a)));
    return std::fabs(a) <= std::numbers::pi_v<float> ? error <= 0x1p-20 / std::pow(2.0, 0.9)
                                                     : std::fabs(result) <= 1.0F;
  });
}

bool is_good_quotient(float result, float a, float b) {
  const double exact = static_cast<double>(a) / static_cast<double>(b);
  const float magnitude = std::fabs(b);
  if (magnitude > 0x1p126F && magnitude < kInfinity) return true;  // "0 or NaN", or better
  return is_special(exact) ? is_same_special(result, exact) : within_ulps(result, exact, 2);
}

bool is_good_logarithm(float result, float a) {
  const double exact = std::log2(static_cast<double>(a));
  if (is_special(exact) && exact != 0) return is_same_special(result, exact);
  const bool is_near_one = a > 0.5F && a < 2.0F;
  return std::fabs(static_cast<double>(result) - exact) <=
         0x1p-22 * (is_near_one ? 1.0 : std::fabs(exact));
}

bool is_good_double_rsqrt(double result, double a) {
  const double exact = 1.0 / std::sqrt(a);
  if (std::isnan(exact)) return std::isnan(result);
  if (std::isinf(exact) || exact == 0) return result == exact;
  return std::fabs(result - exact) <= 0x1p-20 * exact;
}

// .ftz: a subnormal operand is a zero, and so may a subnormal result be.
float flushed(float a) {
  return std::fabs(a) < std::numeric_limits<float>::min() ? std::copysign(0.0F, a) : a;
}
template <typename F>
InstructionCase flushing(std::string text, double bound, F exact) {
  return bounded_instruction<float, float>(std::move(text), [bound, exact](float result, float a) {
    if (result != 0 && std::fabs(result) < std::numeric_limits<float>::min()) return false;
    return within_relative(result, exact(static_cast<double>(flushed(a))), bound);
  });
}

// A 16-bit format by its fraction's length.
double half_value(std::uint16_t bits, int fraction_bits) {
  const int exponent_bits = 15 - fraction_bits;
  const int exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == (1 << exponent_bits) - 1) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  }
  const int lead = exponent == 0 ? 0 : 1 << fraction_bits;
  return sign * std::ldexp(fraction + lead, std::max(exponent, 1) - bias - fraction_bits);
}
// Bounds: relative, absolute (the larger counts); a result may overflow where the exact one nearly
// does.
template <typename F>
InstructionCase half_function(std::string text, int fraction_bits, double relative_bound,
                              double absolute_bound, F exact) {
  return bounded_instruction<std::uint16_t, std::uint16_t>(std::move(text), [=](std::uint16_t bits,
                                                                                std::uint16_t a) {
    const double result = half_value(bits, fraction_bits);
    const double expected = exact(half_value(a, fraction_bits));
    if (std::isnan(expected)) return bits == 0x7fff;
    const double limit =
        half_value(static_cast<std::uint16_t>(0x7fff - (1 << fraction_bits)), fraction_bits);
    if (expected > limit) return std::isinf(result) && result > 0;
    const double least = std::ldexp(1.0, fraction_bits == 10 ? -24 : -133);
    const double bound = std::max({relative_bound * std::fabs(expected), absolute_bound, least});
    return std::fabs(result - expected) <= bound;
  });
}

// rcp.approx.ftz.f64 and its like: from and to the upper 32 bits.
template <typename F>
InstructionCase upper_half_function(std::string text, F exact) {
  return bounded_instruction<double, double>(std::move(text), [exact](double result, double a) {
    if ((to_bits(result) & 0xffffffff) != 0) return false;
    double value = from_bits<double>(to_bits(a) & 0xffffffff00000000);
    const double least = std::numeric_limits<double>::min();
    if (std::fabs(value) < least) value = std::copysign(0.0, value);
    const double expected = exact(value);
    if (std::isnan(expected)) return std::isnan(result);
    if (std::fabs(expected) < least) return result == 0;
    if (std::isinf(expected)) return result == expected;
    return std::fabs(result - expected) <= 0x1p-20 * std::fabs(expected);
  });
}

std::vector<InstructionCase> cases() {
  const auto rsqrt = [](double a) { return 1.0 / std::sqrt(a); };
  return {
      bounded_instruction<float, float>("rcp.approx.f32",
                                        [](float result, float a) {
                                          return within_ulps(result, 1.0 / static_cast<double>(a),
                                                             1);
                                        }),
      relative("sqrt.approx.f32", 0x1p-23, [](double a) { return std::sqrt(a); }),
      relative("rsqrt.approx.f32", 0x1p-22, rsqrt),
      bounded_instruction<double, double>("rsqrt.approx.f64", is_good_double_rsqrt),
      relative("ex2.approx.f32", 0x1p-22, [](double a) { return std::exp2(a); }),
      relative("tanh.approx.f32", 0x1p-11, [](double a) { return std::tanh(a); }),
      bounded_instruction<float, float>("lg2.approx.f32", is_good_logarithm),
      circular("sin.approx.f32", [](double a) { return std::sin(a); }),
      circular("sin.approx.ftz.f32", [](double a) { return std::sin(a); }),
      circular("cos.approx.ftz.f32", [](double a) { return std::cos(a); }),
      circular("cos.approx.f32", [](double a) { return std::cos(a); }),
      bounded_instruction<float, float, float>("div.approx.f32", is_good_quotient),
      bounded_instruction<float, float, float>("div.full.f32", is_good_quotient),
      flushing("sqrt.approx.ftz.f32", 0x1p-23, [](double a) { return std::sqrt(a); }),
      flushing("rcp.approx.ftz.f32", 0x1p-23, [](double a) { return 1.0 / a; }),
      flushing("rsqrt.approx.ftz.f32", 0x1p-22, rsqrt),
      flushing("ex2.approx.ftz.f32", 0x1p-22, [](double a) { return std::exp2(a); }),
      bounded_instruction<float, float>(
          "lg2.approx.ftz.f32",
          [](float result, float a) { return is_good_logarithm(result, flushed(a)); }),
      half_function("ex2.approx.f16", 10, 0x1p-9, 0, [](double a) { return std::exp2(a); }),
      half_function("tanh.approx.f16", 10, 0, 0x1p-10, [](double a) { return std::tanh(a); }),
      half_function("ex2.approx.ftz.bf16", 7, 0x1p-7, 0, [](double a) { return std::exp2(a); }),
      half_function("tanh.approx.bf16", 7, 0, 0x1p-8, [](double a) { return std::tanh(a); }),
      upper_half_function("rcp.approx.ftz.f64", [](double a) { return 1.0 / a; }),
      upper_half_function("rsqrt.approx.ftz.f64", rsqrt),
  };
}

class ApproximateFunction : public ::testing::TestWithParam<InstructionCase> {};

TEST_P(ApproximateFunction, StaysWithinTheBound) { check_instruction(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, ApproximateFunction, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return test_name(info.param.text); });

}  // namespace
}  // namespace warpscope::exec::test::approximate_test
