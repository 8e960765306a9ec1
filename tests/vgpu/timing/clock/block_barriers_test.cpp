#include "vgpu/timing/clock/block_barriers.h"

#include <gtest/gtest.h>

namespace warpscope::timing {
namespace {

constexpr arch::ClockFigures::Barriers kFigures{2, 12};

TEST(BlockBarriers, OpenWhenTheLastWarpHasCome) {
  BlockBarriers barriers;
  EXPECT_EQ(barriers.arrive(0, 1, true, 3, kFigures, 10 * kTicksPerCycle), kNever);
  EXPECT_EQ(barriers.arrive(0, 2, true, 3, kFigures, 10 * kTicksPerCycle), kNever);
  // Arrivals are taken one after the other.
  EXPECT_EQ(barriers.arrive(0, 3, true, 3, kFigures, 10 * kTicksPerCycle),
            (10 + 3 * 2 + 12) * kTicksPerCycle);
  EXPECT_EQ(barriers.take(0), (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(barriers.arrive(0, 1, true, 3, kFigures, 90 * kTicksPerCycle), kNever);
}

TEST(BlockBarriers, OfOtherNumbersAreApart) {
  BlockBarriers barriers;
  EXPECT_EQ(barriers.arrive(1, 1, false, 2, kFigures, 0), kNever);
  EXPECT_EQ(barriers.arrive(2, 2, true, 2, kFigures, 0), kNever);
  EXPECT_NE(barriers.arrive(1, 3, true, 2, kFigures, 0), kNever);
  EXPECT_EQ(barriers.take(1), std::vector<std::uint32_t>{3});  // who only arrived does not wait
}

TEST(BlockBarriers, OpenForTheRestWhenAWarpEnds) {
  BlockBarriers barriers;
  barriers.is_for_all(0);
  EXPECT_EQ(barriers.arrive(0, 1, true, 3, kFigures, 0), kNever);
  EXPECT_EQ(barriers.arrive(0, 2, true, 3, kFigures, 0), kNever);
  std::vector<std::uint32_t> opened;
  const auto open = [&](const std::vector<std::uint32_t>& waiting, Ticks) { opened = waiting; };
  barriers.warp_ended(3, kFigures, 50 * kTicksPerCycle, open);
  EXPECT_TRUE(opened.empty());
  barriers.warp_ended(2, kFigures, 50 * kTicksPerCycle, open);
  EXPECT_EQ(opened, (std::vector<std::uint32_t>{1, 2}));
}

}  // namespace
}  // namespace warpscope::timing
