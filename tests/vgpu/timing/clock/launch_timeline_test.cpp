#include "vgpu/timing/clock/launch_timeline.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "vgpu/timing/clock/stall_account.h"

namespace warpscope::timing {
namespace {

Ticks cycles(std::uint64_t count) { return count * kTicksPerCycle; }

TEST(InFlight, IsTheMeanOfEachInterval) {
  InFlight bytes;
  bytes.add(cycles(0), cycles(32), 64);
  bytes.add(cycles(48), cycles(80), 128);  // half of the second and of the third
  bytes.add(cycles(40), cycles(40), 1000);
  const auto curve = bytes.curve(96);
  EXPECT_EQ(curve.interval_cycles, 32U);
  EXPECT_EQ(curve.bytes, (std::vector<std::uint64_t>{64, 64, 64}));
}

TEST(InFlight, GoesOnOverIntervals) {
  InFlight bytes;
  bytes.add(cycles(16), cycles(32 * 4), 100);
  EXPECT_EQ(bytes.curve(32 * 5).bytes, (std::vector<std::uint64_t>{50, 100, 100, 100, 0}));
}

TEST(InFlight, GoesOnToTheEndOfALaunchThatAsksForNothingMore) {
  InFlight bytes;
  bytes.add(cycles(0), cycles(64), 1024);
  const auto curve = bytes.curve(1'000'000);
  EXPECT_GE(curve.bytes.size() * curve.interval_cycles, 1'000'000U);
  EXPECT_LE(curve.bytes.size(), InFlight::kMostIntervals);
  EXPECT_EQ(curve.bytes.back(), 0U);
}

TEST(InFlight, KeepsItsSumWhenIntervalsGetLonger) {
  InFlight bytes;
  std::uint64_t expected = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    bytes.add(cycles(i * 97), cycles(i * 97 + 640), 32);
    expected += 640 * 32;
  }
  bytes.add(cycles(100), cycles(290'000), 4096);  // told late
  expected += 289'900 * 4096;
  const auto curve = bytes.curve(3000 * 97 + 640);
  EXPECT_LE(curve.bytes.size(), InFlight::kMostIntervals);
  EXPECT_GT(curve.bytes.size(), InFlight::kMostIntervals / 2);
  const auto sum = std::accumulate(curve.bytes.begin(), curve.bytes.end(), std::uint64_t{0}) *
                   curve.interval_cycles;
  EXPECT_NEAR(static_cast<double>(sum), static_cast<double>(expected),
              static_cast<double>(curve.bytes.size() * curve.interval_cycles));
}

TEST(WarpSpans, KeepLongWaitsApartAndWhatIsBetweenTogether) {
  WarpSpans warp(5);
  warp.add(Stall::selected, 1);
  warp.add(Stall::wait, 4);
  warp.add(Stall::selected, 1);
  warp.add(Stall::long_scoreboard, 20);
  warp.add(Stall::long_scoreboard, 400);
  warp.add(Stall::not_selected, 3);
  warp.add(Stall::selected, 1);
  warp.end();
  ASSERT_EQ(warp.spans().size(), 3U);
  EXPECT_EQ(warp.spans()[0].state, Stall::selected);
  EXPECT_EQ(warp.spans()[0].cycles, 6U);
  EXPECT_EQ(warp.spans()[1].state, Stall::long_scoreboard);
  EXPECT_EQ(warp.spans()[1].cycles, 420U);
  EXPECT_EQ(warp.spans()[2].cycles, 4U);
}

TEST(WarpSpans, HaveAnEnd) {
  WarpSpans warp(0);
  for (std::size_t i = 0; i < 1000; ++i) {
    warp.add(Stall::selected, 1);
    warp.add(Stall::barrier, 100);
  }
  warp.end();
  EXPECT_EQ(warp.spans().size(), WarpSpans::kMost);
}

TEST(LaunchTimeline, KeepsBlocksOfTheFirstSmsAndWarpsOfItsFirstBlocks) {
  LaunchTimeline timeline;
  for (std::uint32_t i = 0; i < LaunchTimeline::kSms + 1; ++i) EXPECT_EQ(timeline.add_sm(), i);
  EXPECT_EQ(timeline.begin_block(LaunchTimeline::kSms, 7, 10), LaunchTimeline::kNone);
  EXPECT_EQ(timeline.begin_warp(LaunchTimeline::kNone, 0, 10), nullptr);
  const auto of_other = timeline.begin_block(1, 1, 10);
  EXPECT_EQ(timeline.begin_warp(of_other, 0, 10), nullptr);
  const auto first = timeline.begin_block(0, 0, 12), second = timeline.begin_block(0, 9, 12);
  EXPECT_NE(timeline.begin_warp(first, 0, 12), nullptr);
  EXPECT_NE(timeline.begin_warp(second, 3, 12), nullptr);
  EXPECT_EQ(timeline.begin_warp(timeline.begin_block(0, 18, 12), 0, 12), nullptr);
  timeline.end_block(second, 90);
  EXPECT_EQ(timeline.blocks()[2].end, 90U);
  EXPECT_EQ(timeline.warps()[1].block, 9U);
  for (std::size_t i = 0; i < LaunchTimeline::kMostBlocks; ++i) timeline.begin_block(0, i, 100);
  EXPECT_EQ(timeline.blocks().size(), LaunchTimeline::kMostBlocks);
  EXPECT_EQ(timeline.blocks_left_out(), 4U);
}

TEST(LaunchTimeline, KeepsTheFirstBlockOfManyAndOneFromTheMiddle) {
  LaunchTimeline timeline;
  timeline.add_sm();
  timeline.expect_blocks(40, 8);
  std::vector<std::uint64_t> kept;
  for (std::uint64_t number = 0; number < 40; ++number) {
    const auto block = timeline.begin_block(0, number, 10);
    if (BlockTransfers* const transfers = timeline.transfers_of(block))
      kept.push_back(transfers->block());
  }
  EXPECT_EQ(kept, (std::vector<std::uint64_t>{0, 20}));
  EXPECT_EQ(timeline.transfers_of(LaunchTimeline::kNone), nullptr);
}

}  // namespace
}  // namespace warpscope::timing
