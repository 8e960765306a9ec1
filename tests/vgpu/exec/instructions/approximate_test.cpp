// Approximate functions against the error bounds of the PTX ISA manual, section 9.7.3, and its
// tables of results for special values.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/vgpu/exec/support/instruction_case.h"

namespace warpscope::exec::test {
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
      circular("cos.approx.f32", [](double a) { return std::cos(a); }),
      bounded_instruction<float, float, float>("div.approx.f32", is_good_quotient),
      bounded_instruction<float, float, float>("div.full.f32", is_good_quotient),
  };
}

class ApproximateFunction : public ::testing::TestWithParam<InstructionCase> {};

TEST_P(ApproximateFunction, StaysWithinTheBound) { check_instruction(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, ApproximateFunction, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return test_name(info.param.text); });

}  // namespace
}  // namespace warpscope::exec::test
