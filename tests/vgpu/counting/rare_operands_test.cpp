// Which operands of divisions and roots are rare: the ends of the ranges that an H100 showed.
#include "vgpu/counting/rare_operands.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace warpscope::exec {
namespace {

float power(int exponent) { return std::ldexp(1.F, exponent); }
double wide_power(int exponent) { return std::ldexp(1.0, exponent); }
constexpr float kInfinite = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(RareOperands, OfAQuotientOfF32AreOutsideTheRangesOfFchk) {
  EXPECT_EQ(rare_of_quotient(1.5F, -3.F), RareOperands::none);
  EXPECT_EQ(rare_of_quotient(power(25 - 127), power(149 - 127)), RareOperands::none);
  EXPECT_NE(rare_of_quotient(power(25 - 127), power(150 - 127)), RareOperands::none);
  EXPECT_NE(rare_of_quotient(power(24 - 127), power(0)), RareOperands::none);
  EXPECT_EQ(rare_of_quotient(power(0), power(2 - 127)), RareOperands::none);
  EXPECT_NE(rare_of_quotient(power(0), power(1 - 127)), RareOperands::none);
  EXPECT_EQ(rare_of_quotient(power(251 - 127), power(251 - 127)), RareOperands::none);
  EXPECT_NE(rare_of_quotient(power(251 - 127), power(252 - 127)), RareOperands::none);
  EXPECT_EQ(rare_of_quotient(power(200 - 127), power(74 - 127)), RareOperands::none);
  EXPECT_NE(rare_of_quotient(power(200 - 127), power(73 - 127)), RareOperands::none);
}

TEST(RareOperands, OfAQuotientOfF32AreTheirKind) {
  EXPECT_EQ(rare_of_quotient(0.F, 2.F), RareOperands::zero);
  EXPECT_EQ(rare_of_quotient(2.F, kInfinite), RareOperands::zero);
  EXPECT_EQ(rare_of_quotient(2.F, -0.F), RareOperands::infinite);
  EXPECT_EQ(rare_of_quotient(kInfinite, 0.F), RareOperands::infinite);
  EXPECT_EQ(rare_of_quotient(0.F, 0.F), RareOperands::undefined);
  EXPECT_EQ(rare_of_quotient(kInfinite, -kInfinite), RareOperands::undefined_of_infinite);
  EXPECT_EQ(rare_of_quotient(kNan, 0.F), RareOperands::nan);
  EXPECT_EQ(rare_of_quotient(power(-110), power(-110)), RareOperands::quotient_normal);
  EXPECT_EQ(rare_of_quotient(power(120), power(-120)), RareOperands::quotient_large);
  EXPECT_EQ(rare_of_quotient(power(-120), power(10)), RareOperands::quotient_denormal);
  EXPECT_EQ(rare_of_quotient(power(-120), power(31)), RareOperands::quotient_denormal);
  EXPECT_EQ(rare_of_quotient(power(-120), power(32)), RareOperands::quotient_vanishing);
  EXPECT_EQ(rare_of_quotient(power(-140), power(-100)), RareOperands::quotient_of_denormal_normal);
  // Rounded up to the least normal number.
  EXPECT_EQ(rare_of_quotient(power(-126), std::nextafter(1.F, 0.F)), RareOperands::quotient_normal);
  EXPECT_EQ(rare_of_quotient(power(-126), std::nextafter(1.F, 2.F)),
            RareOperands::quotient_denormal);
}

TEST(RareOperands, OfAQuotientOfF64AreTheirKind) {
  const double infinite = std::numeric_limits<double>::infinity(), nan = std::nan("");
  EXPECT_EQ(rare_of_quotient(1.5, 3.0), RareOperands::none);
  EXPECT_EQ(rare_of_quotient(wide_power(53 - 1023), 1.0), RareOperands::quotient_normal);
  EXPECT_EQ(rare_of_quotient(wide_power(54 - 1023), 1.0), RareOperands::none);
  EXPECT_EQ(rare_of_quotient(1.0, wide_power(1017)), RareOperands::quotient_normal);
  EXPECT_EQ(rare_of_quotient(1.0, wide_power(1016)), RareOperands::none);
  EXPECT_EQ(rare_of_quotient(1.0, wide_power(-1030)), RareOperands::quotient_large);
  EXPECT_EQ(rare_of_quotient(wide_power(-1000), wide_power(30)), RareOperands::quotient_denormal);
  EXPECT_EQ(rare_of_quotient(nan, nan), RareOperands::nan);
  EXPECT_EQ(rare_of_quotient(1.0, nan), RareOperands::nan_divisor);
  EXPECT_EQ(rare_of_quotient(0.0, 0.0), RareOperands::undefined);
  EXPECT_EQ(rare_of_quotient(1.0, infinite), RareOperands::zero);
}

TEST(RareOperands, OfReciprocalsAreNearTheEnds) {
  EXPECT_EQ(rare_of_reciprocal(power(-126)), RareOperands::none);
  EXPECT_EQ(rare_of_reciprocal(power(-127)), RareOperands::denormal);
  EXPECT_EQ(rare_of_reciprocal(power(125)), RareOperands::none);
  EXPECT_EQ(rare_of_reciprocal(power(126)), RareOperands::normal);
  EXPECT_EQ(rare_of_reciprocal(0.F), RareOperands::zero);
  EXPECT_EQ(rare_of_reciprocal(wide_power(-1022)), RareOperands::none);
  EXPECT_EQ(rare_of_reciprocal(wide_power(-1023)), RareOperands::denormal);
  EXPECT_EQ(rare_of_reciprocal(std::numeric_limits<double>::denorm_min()), RareOperands::zero);
  EXPECT_EQ(rare_of_reciprocal(wide_power(1022)), RareOperands::normal);
  EXPECT_EQ(rare_of_reciprocal(wide_power(1021)), RareOperands::none);
}

TEST(RareOperands, OfRootsAreSmallOrNegative) {
  EXPECT_EQ(rare_of_root(power(-101)), RareOperands::none);
  EXPECT_EQ(rare_of_root(power(-102)), RareOperands::normal);
  EXPECT_EQ(rare_of_root(-0.F), RareOperands::zero);
  EXPECT_EQ(rare_of_root(-1.F), RareOperands::negative);
  EXPECT_EQ(rare_of_root(-power(-130)), RareOperands::denormal);
  EXPECT_EQ(rare_of_root(kInfinite), RareOperands::infinite);
  EXPECT_EQ(rare_of_root(-kNan), RareOperands::nan);
  EXPECT_EQ(rare_of_root(wide_power(53 - 1023)), RareOperands::none);
  EXPECT_EQ(rare_of_root(wide_power(52 - 1023)), RareOperands::normal);
  EXPECT_EQ(rare_of_reciprocal_root(wide_power(-1022)), RareOperands::none);
  EXPECT_EQ(rare_of_reciprocal_root(wide_power(-1023)), RareOperands::denormal);
  EXPECT_EQ(rare_of_reciprocal_root(-4.0), RareOperands::negative);
}

}  // namespace
}  // namespace warpscope::exec
