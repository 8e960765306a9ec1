#include "vgpu/ptx/constant_expression.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "vgpu/ptx/module.h"

namespace warpscope::ptx {
namespace {

std::int64_t value_of(std::string_view text) {
  Lexer lexer(text);
  const Constant value = parse_constant(lexer);
  EXPECT_EQ(lexer.peek().kind, Token::Kind::end) << text;
  EXPECT_FALSE(value.is_floating) << text;
  return static_cast<std::int64_t>(value.bits);
}

TEST(Literals, IntegersOfEveryBase) {
  EXPECT_EQ(value_of("0"), 0);
  EXPECT_EQ(value_of("1234567890123"), 1234567890123);
  EXPECT_EQ(value_of("0x1F"), 31);
  EXPECT_EQ(value_of("0XFF"), 255);
  EXPECT_EQ(value_of("0b1011"), 11);
  EXPECT_EQ(value_of("017"), 15);
  EXPECT_EQ(value_of("10U"), 10);
  EXPECT_EQ(value_of("-1"), -1);
  EXPECT_EQ(value_of("0xFFFFFFFFFFFFFFFF"), -1);
  EXPECT_TRUE(parse_literal("0xFFFFFFFFFFFFFFFF")->is_unsigned);
  EXPECT_TRUE(parse_literal("5U")->is_unsigned);
  EXPECT_FALSE(parse_literal("5")->is_unsigned);
}

TEST(Literals, FloatsKeepTheirBits) {
  const auto single = parse_literal("0fBF800000");
  ASSERT_TRUE(single && single->is_floating && single->is_single);
  EXPECT_EQ(std::bit_cast<float>(static_cast<std::uint32_t>(single->bits)), -1.0F);
  const auto full = parse_literal("0d3FF8000000000000");
  ASSERT_TRUE(full && full->is_floating && !full->is_single);
  EXPECT_EQ(std::bit_cast<double>(full->bits), 1.5);
  EXPECT_EQ(std::bit_cast<double>(parse_literal("1.25e-2")->bits), 0.0125);
  EXPECT_EQ(std::bit_cast<double>(parse_literal("3e2")->bits), 300.0);
}

TEST(Literals, RefusesWhatIsNone) {
  for (const char* text : {"", "0x", "0b2", "08", "12a", "0f3F80", "0d3FF0", "0f3F80000G", "1.2.3",
                           "99999999999999999999", "0x1FFFFFFFFFFFFFFFF", "U", "1e", "1e999999"}) {
    EXPECT_FALSE(parse_literal(text)) << text;
  }
}

TEST(ConstantExpression, FollowsThePrecedenceOfC) {
  EXPECT_EQ(value_of("128+64"), 192);
  EXPECT_EQ(value_of("1<<3"), 8);
  EXPECT_EQ(value_of("1 + 2 * 3"), 7);
  EXPECT_EQ(value_of("(1 + 2) * 3"), 9);
  EXPECT_EQ(value_of("10 - 3 - 2"), 5);
  EXPECT_EQ(value_of("1 | 6 & 3 ^ 1"), 3);
  EXPECT_EQ(value_of("7 % 4 + 20 / 6"), 6);
  EXPECT_EQ(value_of("1 < 2 == 1"), 1);
  EXPECT_EQ(value_of("!0 && ~0"), 1);
  EXPECT_EQ(value_of("0 || 0"), 0);
  EXPECT_EQ(value_of("3 > 4 ? 5 : 6"), 6);
  EXPECT_EQ(value_of("WARP_SZ - 1"), 31);
  EXPECT_EQ(value_of("+-4"), -4);
}

TEST(ConstantExpression, DistinguishesSigned) {
  EXPECT_EQ(value_of("-1 < 0"), 1);
  EXPECT_EQ(value_of("-1 < 0U"), 0);
  EXPECT_EQ(value_of("-8 >> 1"), -4);
  EXPECT_EQ(value_of("(.u64) -1 >> 63"), 1);
  EXPECT_EQ(value_of("-7 / 2"), -3);
  EXPECT_EQ(value_of("(.s64)-7 % 2"), -1);
}

TEST(ConstantExpression, HasNoUndefinedCorners) {
  EXPECT_EQ(value_of("1 << 64"), 0);
  EXPECT_EQ(value_of("-1 >> 200"), -1);
  EXPECT_EQ(value_of("0x8000000000000000 / -1"), 0);  // unsigned
  EXPECT_EQ(value_of("(.s64)0x8000000000000000 / -1"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(value_of("(.s64)0x8000000000000000 % -1"), 0);
  EXPECT_EQ(value_of("0x7FFFFFFFFFFFFFFF + 1"), std::numeric_limits<std::int64_t>::min());
}

TEST(ConstantExpression, ASignAppliesToFloats) {
  Lexer lexer("-0f3F800000");
  const Constant value = parse_constant(lexer);
  EXPECT_TRUE(value.is_single);
  EXPECT_EQ(value.bits, 0xBF800000U);
}

TEST(ConstantExpression, RefusesWhatItCannotCompute) {
  std::string deep(10000, '(');
  std::string signs(10000, '-');
  std::string choices;
  for (int i = 0; i < 10000; ++i) choices += "1?";
  for (const std::string& text :
       {std::string("1/0"), std::string("1 % 0"), std::string("1+"), std::string("(1"),
        std::string("1.5+1"), std::string("~1.5"), std::string("1 ? 2"), deep, signs, choices}) {
    Lexer lexer(text);
    EXPECT_THROW(parse_constant(lexer), ParseError) << text.substr(0, 20);
  }
}

TEST(ConstantExpression, CountsHaveLimits) {
  Lexer fits("16");
  EXPECT_EQ(parse_count(fits, 16, "A number"), 16U);
  for (const char* text : {"17", "-1", "1.5", "0xFFFFFFFFFFFFFFFF"}) {
    Lexer lexer(text);
    EXPECT_THROW(parse_count(lexer, 16, "A number"), ParseError) << text;
  }
}

}  // namespace
}  // namespace warpscope::ptx
