#include "vgpu/timing/clock/line_cache.h"

#include <gtest/gtest.h>

namespace warpscope::timing {
namespace {

TEST(LineCache, HoldsALineUntilOthersOfItsSetAreYounger) {
  LineCache<4> cache(2, 2);  // one set of two lines
  EXPECT_EQ(cache.find(7), nullptr);
  cache.allocate(7).there[1] = 5;
  cache.allocate(8);
  ASSERT_NE(cache.find(7), nullptr);  // 7 is now the younger one
  EXPECT_EQ(cache.find(7)->there[1], 5U);
  EXPECT_EQ(cache.find(7)->there[0], kNever);
  cache.allocate(9);
  EXPECT_EQ(cache.find(8), nullptr);
  EXPECT_NE(cache.find(7), nullptr);
}

TEST(LineCache, ForgetsWhatALineHeldBefore) {
  LineCache<4> cache(1, 1);
  auto& line = cache.allocate(1);
  line.there.fill(3);
  line.dirty = 15;
  const auto& next = cache.allocate(2);
  EXPECT_EQ(next.there[0], kNever);
  EXPECT_EQ(next.dirty, 0);
}

}  // namespace
}  // namespace warpscope::timing
