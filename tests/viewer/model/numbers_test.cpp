#include "viewer/model/numbers.h"

#include <gtest/gtest.h>

namespace warpscope::viewer::test {
namespace {

TEST(Numbers, KeepsThreeDigits) {
  EXPECT_EQ(compact(32), "32");
  EXPECT_EQ(compact(4.0), "4");
  EXPECT_EQ(compact(20.6667), "20.7");
  EXPECT_EQ(compact(9.996), "10.0");
  EXPECT_EQ(compact(0.125), "0.12");
}

}  // namespace
}  // namespace warpscope::viewer::test
