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

TEST(LineCache, HoldsNeighboursUpToItsSize) {
  constexpr std::uint64_t kLines = 1904, kFirst = 12345;
  LineCache<4> cache(kLines, 8);
  for (std::uint64_t i = 0; i < kLines; ++i) cache.allocate(kFirst + i);
  std::uint64_t held = 0;
  for (std::uint64_t i = 0; i < kLines; ++i) held += cache.find(kFirst + i) != nullptr ? 1 : 0;
  EXPECT_GE(held, kLines * 9 / 10);  // the ends of the stretch share sets with its middle
}

TEST(LineCache, NoStrideKeepsToAFewSets) {
  constexpr std::uint64_t kSets = 238, kWays = 8, kCount = 400;
  for (const std::uint64_t stride : {kSets, kSets * 2, std::uint64_t{1024}}) {
    LineCache<4> cache(kSets * kWays, kWays);
    for (std::uint64_t i = 0; i < kCount; ++i) cache.allocate(i * stride);
    std::uint64_t held = 0;
    for (std::uint64_t i = 0; i < kCount; ++i) held += cache.find(i * stride) != nullptr ? 1 : 0;
    EXPECT_GE(held, kCount * 9 / 10) << stride;
  }
}

}  // namespace
}  // namespace warpscope::timing
