// Each number stands for one other, and which one depends on the seed.
#include "labs/judge/number_order.h"

#include <gtest/gtest.h>

namespace warpscope::labs {
namespace {

TEST(NumberOrder, HasEachNumberOnce) {
  for (const int bits : {2, 8, 16, 20}) {
    const NumberOrder order(bits, 5);
    std::vector<bool> is_there(std::size_t{1} << bits);
    for (std::uint32_t i = 0; i < is_there.size(); ++i) {
      ASSERT_LT(order(i), is_there.size());
      EXPECT_FALSE(is_there[order(i)]) << bits << " bits: " << i;
      is_there[order(i)] = true;
    }
  }
}

TEST(NumberOrder, DependsOnTheSeed) {
  const NumberOrder one(32, 1), same(32, 1), other(32, 2);
  int equal = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(one(i), same(i));
    equal += one(i) == other(i) ? 1 : 0;
  }
  EXPECT_LT(equal, 3);
}

}  // namespace
}  // namespace warpscope::labs
