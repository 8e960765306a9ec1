// Floating-point arithmetic that IEEE 754 defines to the bit, PTX ISA manual section 9.7.3.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/vgpu/exec/support/instruction_case.h"

namespace warpscope::exec::test::floating_test {
namespace {

template <typename T>
T saturated(T value) {
  if (std::isnan(value)) return 0;
  return value <= 0 ? T{0} : std::fmin(value, T{1});
}

// With -0 below +0, and a number above a NaN.
template <typename T>
T smaller(T a, T b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <typename T>
T larger(T a, T b) {
  return std::isnan(a) || std::isnan(b) ? smaller(a, b) : -smaller(T(-a), T(-b));
}

template <typename T>
void add_type(std::vector<InstructionCase>& cases, const std::string& type) {
  const auto unary = [&](const std::string& opcode, auto f) {
    cases.push_back(instruction<T, T>(opcode + "." + type, f));
  };
  const auto binary = [&](const std::string& opcode, auto f) {
    cases.push_back(instruction<T, T, T>(opcode + "." + type, f));
  };
  const auto fused = [](T a, T b, T c) { return std::fma(a, b, c); };
  for (const char* rounding : {"", ".rn"}) {
    const std::string suffix = rounding;
    binary("add" + suffix, [](T a, T b) { return a + b; });
    binary("sub" + suffix, [](T a, T b) { return a - b; });
    binary("mul" + suffix, [](T a, T b) { return a * b; });
  }
  cases.push_back(instruction<T, T, T, T>("fma.rn." + type, fused));
  cases.push_back(instruction<T, T, T, T>("mad.rn." + type, fused));
  binary("div.rn", [](T a, T b) { return a / b; });
  unary("rcp.rn", [](T a) { return T{1} / a; });
  unary("sqrt.rn", [](T a) { return std::sqrt(a); });
  binary("min", smaller<T>);
  binary("max", larger<T>);
  unary("abs", [](T a) { return std::fabs(a); });
  unary("neg", [](T a) { return -a; });
  binary("copysign", [](T a, T b) { return std::copysign(b, a); });
}

std::vector<InstructionCase> cases() {
  std::vector<InstructionCase> all;
  add_type<float>(all, "f32");
  add_type<double>(all, "f64");
  using F = float;
  all.push_back(instruction<F, F, F>("add.sat.f32", [](F a, F b) { return saturated(a + b); }));
  all.push_back(instruction<F, F, F>("sub.sat.f32", [](F a, F b) { return saturated(a - b); }));
  all.push_back(instruction<F, F, F>("mul.rn.sat.f32", [](F a, F b) { return saturated(a * b); }));
  all.push_back(instruction<F, F, F, F>(
      "fma.rn.sat.f32", [](F a, F b, F c) { return saturated(std::fma(a, b, c)); }));
  return all;
}

class FloatInstruction : public ::testing::TestWithParam<InstructionCase> {};

TEST_P(FloatInstruction, IsExact) { check_instruction(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, FloatInstruction, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return test_name(info.param.text); });

// "Single-precision NaN results are 0x7fffffff", whatever NaN came in.
TEST(FloatNan, ResultsOfArithmeticAreCanonical) {
  for (const char* text : {"add.f32", "sub.f32", "mul.f32", "div.rn.f32", "min.f32", "max.f32"}) {
    check_instruction(
        bounded_instruction<float, float, float>(text, [](float result, float, float) {
          return !std::isnan(result) || to_bits(result) == 0x7fffffff;
        }));
  }
}

}  // namespace
}  // namespace warpscope::exec::test::floating_test
