// The functions behind the approximate instructions, over a million single-precision numbers, with
// the C library's long double functions as the reference.
#include "vgpu/exec/arithmetic/math_polynomials.h"

#include <gtest/gtest.h>

#include <limits>

namespace warpscope::exec::test::math_polynomials_test {
namespace {

// Every 4099th bit pattern, finite ones.
template <typename F>
void for_many_floats(F f) {
  for (std::uint64_t bits = 0; bits <= 0xffffffff; bits += 4099) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (std::isfinite(value)) f(static_cast<double>(value));
  }
}

// Largest error of `got` against `expected`, relative with a floor of `least`.
struct Worst {
  long double error = 0;
  double at = 0;
  void see(double argument, double got, long double expected, long double least) {
    const long double relative = std::fabs(got - expected) / std::max(std::fabs(expected), least);
    if (relative <= error) return;
    error = relative;
    at = argument;
  }
};

TEST(MathPolynomials, PowerOfTwo) {
  Worst worst;
  for_many_floats([&](double a) {
    if (std::fabs(a) < 200)
      worst.see(a, power_of_two(a), std::exp2(static_cast<long double>(a)), 0);
  });
  EXPECT_LT(worst.error, 1e-9L) << worst.at;
  EXPECT_EQ(static_cast<float>(power_of_two(1e30)), std::numeric_limits<float>::infinity());
  EXPECT_EQ(static_cast<float>(power_of_two(-1e30)), 0.0F);
  EXPECT_TRUE(std::isnan(power_of_two(std::numeric_limits<double>::quiet_NaN())));
}

TEST(MathPolynomials, BinaryLogarithm) {
  Worst worst;
  for_many_floats([&](double a) {
    if (a > 0) worst.see(a, binary_logarithm(a), std::log2(static_cast<long double>(a)), 1e-7L);
  });
  EXPECT_LT(worst.error, 1e-8L) << worst.at;
}

TEST(MathPolynomials, HyperbolicTangent) {
  Worst worst;
  for_many_floats([&](double a) {
    if (a != 0) worst.see(a, hyperbolic_tangent(a), std::tanh(static_cast<long double>(a)), 0);
  });
  EXPECT_LT(worst.error, 1e-7L) << worst.at;
}

TEST(MathPolynomials, SineAndCosine) {
  Worst sine_error, cosine_error;
  for_many_floats([&](double a) {
    if (std::fabs(a) > 0x1p20) return;
    const auto wide = static_cast<long double>(a);
    sine_error.see(a, sine(a), std::sin(wide), 1);
    cosine_error.see(a, cosine(a), std::cos(wide), 1);
  });
  EXPECT_LT(sine_error.error, 1e-9L) << sine_error.at;
  EXPECT_LT(cosine_error.error, 1e-9L) << cosine_error.at;
  EXPECT_TRUE(std::signbit(sine(-0.0)));
}

}  // namespace
}  // namespace warpscope::exec::test::math_polynomials_test
