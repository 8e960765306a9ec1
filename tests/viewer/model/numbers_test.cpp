#include "viewer/model/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace warpscope::viewer::test {
namespace {

TEST(Numbers, KeepsThreeDigits) {
  EXPECT_EQ(compact(32), "32");
  EXPECT_EQ(compact(4.0), "4");
  EXPECT_EQ(compact(20.6667), "20.7");
  EXPECT_EQ(compact(9.996), "10.0");
  EXPECT_EQ(compact(0.125), "0.12");
}

TEST(Numbers, NothingLiesOutsideOfItsAxis) {
  EXPECT_EQ(share_of_axis(8, 32), 0.25);
  EXPECT_EQ(share_of_axis(64, 32), 1);
  EXPECT_EQ(share_of_axis(-1e9, 32), 0);
  EXPECT_EQ(share_of_axis(1e300, 1e-300), 1) << "more than a double holds";
  const double endless = std::numeric_limits<double>::infinity();
  EXPECT_EQ(share_of_axis(endless, 32), 1);
  EXPECT_EQ(share_of_axis(-endless, 32), 0);
  EXPECT_EQ(share_of_axis(endless, endless), 0);
  EXPECT_EQ(share_of_axis(std::nan(""), 32), 0);
  EXPECT_EQ(share_of_axis(4, 0), 0);
  EXPECT_EQ(share_of_axis(4, std::nan("")), 0);
}

}  // namespace
}  // namespace warpscope::viewer::test
