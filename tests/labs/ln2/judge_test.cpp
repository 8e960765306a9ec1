// The answers that the judge of ln2 compares with, beside values that are known, and what it says
// of wrong ones.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "labs/judge/new_case.h"
#include "labs/ln2/judge/answers.h"

namespace warpscope::labs::ln2 {
namespace {

TEST(Ln2Answers, SeriesComesToLn2) {
  // The sum of two neighbouring partial sums, halved, is nearer than either.
  const auto mean = (series<long double>(1, 100000) + series<long double>(1, 100001)) / 2;
  EXPECT_NEAR(static_cast<double>(mean), std::numbers::ln2, 1e-10);
  EXPECT_DOUBLE_EQ(static_cast<double>(series<long double>(2, 2)), -1.0 / 6);
}

TEST(Ln2Answers, FunctionsHaveTheirKnownValues) {
  EXPECT_EQ(cos_pi(0), 1.0L);
  EXPECT_EQ(cos_pi(0.5F), 0.0L);
  EXPECT_EQ(cos_pi(-1023), -1.0L);
  EXPECT_NEAR(static_cast<double>(cos_pi(1.0F / 4)), std::numbers::sqrt2 / 2, 1e-16);
  EXPECT_DOUBLE_EQ(static_cast<double>(tail(0)), 0.5);
  EXPECT_NEAR(static_cast<double>(tail(1)), 0.15865525393145705, 1e-16);
  EXPECT_EQ(inverse_erfc(1), 0.0L);
  for (const float y : {-2.5F, -0.3F, 0.01F, 0.6F, 3.0F, 8.0F}) {
    const auto p = static_cast<float>(std::erfc(double{y}));
    EXPECT_NEAR(static_cast<double>(std::erfc(inverse_erfc(p)) / p), 1, 1e-15) << y;
  }
}

TEST(Ln2Answers, OrdersAreFourSums) {
  const float large = 16777216;  // 2^24
  const Floats row{large, 1, 1.5F, -large};
  const auto sums = sums_of(row);
  EXPECT_EQ(sums[0], 2);  // 2^24 + 1 is 2^24, with 1.5 it is 2^24 + 2
  EXPECT_EQ(sums[1], 3);  // 1.5 - 2^24 is 2 - 2^24
  EXPECT_EQ(sums[2], 2);
  EXPECT_EQ(sums[3], 2);  // 2.5 and 2^24 are 2^24 + 2
}

TEST(Ln2Answers, UnitIsThatOfTheFloatsThere) {
  EXPECT_EQ(unit_at(1), std::numeric_limits<float>::epsilon());
  EXPECT_EQ(unit_at(-1.99L), std::numeric_limits<float>::epsilon());
  EXPECT_EQ(unit_at(2), 2 * std::numeric_limits<float>::epsilon());
  EXPECT_EQ(unit_at(0), std::numeric_limits<float>::denorm_min());
}

std::string said_of_series(int first, int terms, float sum) {
  const judge::Case set = NewCase("series", 1)
                              .parameter("terms", terms)
                              .input("first", std::vector<std::int32_t>{first})
                              .output<float>("sums", 1);
  return examine_series(set, {sum}).message;
}

TEST(Ln2Opinions, SayWhichMistakeASeriesHas) {
  EXPECT_EQ(said_of_series(1, 2, 0.5F), "");
  EXPECT_NE(said_of_series(1, 2, -0.5F).find("every sign"), std::string::npos);
  EXPECT_NE(said_of_series(1, 2, 1.0F).find("without the last term"), std::string::npos);
  EXPECT_NE(said_of_series(1, 2, 0.83333F).find("one term too many"), std::string::npos);
  EXPECT_NE(said_of_series(1, 2, INFINITY).find("divided by 0"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::labs::ln2
