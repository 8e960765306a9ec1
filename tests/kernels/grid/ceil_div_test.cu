#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "kernels/grid/ceil_div.cuh"

namespace warpscope::grid {
namespace {

TEST(CeilDiv, RoundsUp) {
  EXPECT_EQ(ceil_div(0, 256), 0);
  EXPECT_EQ(ceil_div(1, 256), 1);
  EXPECT_EQ(ceil_div(255, 256), 1);
  EXPECT_EQ(ceil_div(256, 256), 1);
  EXPECT_EQ(ceil_div(257, 256), 2);
  EXPECT_EQ(ceil_div(1025, 256), 5);
}

TEST(CeilDiv, CoversEveryItemWithNoGroupTooMany) {
  for (int group = 1; group <= 40; ++group) {
    for (int count = 0; count <= 200; ++count) {
      const int groups = ceil_div(count, group);
      EXPECT_GE(groups * group, count);
      EXPECT_LT((groups - 1) * group, count == 0 ? 1 : count);
    }
  }
}

TEST(CeilDiv, DoesNotOverflow) {
  EXPECT_EQ(ceil_div(std::numeric_limits<int>::max(), 256), 8388608);
  EXPECT_EQ(ceil_div(std::numeric_limits<std::int64_t>::max(), std::int64_t{1}),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(ceil_div(std::numeric_limits<unsigned>::max(), 2U), 2147483648U);
}

static_assert(ceil_div(33, 32) == 2, "usable where a constant is needed");

}  // namespace
}  // namespace warpscope::grid
