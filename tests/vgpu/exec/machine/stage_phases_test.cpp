// What is kept of the rings of a block.
#include "vgpu/exec/machine/stage_phases.h"

#include <gtest/gtest.h>

namespace warpscope::exec {
namespace {

using Kind = StagePhase::Kind;
constexpr StagePhases::Side kEmpty{0, false}, kData{0, true};

TEST(StagePhases, AreWaitingFillingAndUsing) {
  StagePhases phases;
  phases.begin(1, 2);
  EXPECT_EQ(phases.ring("x"), 0U);
  phases.has_waited(1, 5, kEmpty);  // without waiting
  phases.arrives(1, 9, kData);
  phases.waits(0, 3, kData);
  phases.waits(0, 6, kData);  // still
  phases.has_waited(0, 12, kData);
  phases.arrives(0, 20, kEmpty);
  ASSERT_EQ(phases.kept().size(), 3U);
  const auto expect = [&](std::size_t i, Kind kind, std::uint32_t warp, std::uint64_t begin,
                          std::uint64_t end) {
    const StagePhase& phase = phases.kept()[i];
    EXPECT_EQ(phase.kind, kind);
    EXPECT_EQ(phase.warp, warp);
    EXPECT_EQ(phase.block, 1U);
    EXPECT_EQ(phase.begin_cycles, begin);
    EXPECT_EQ(phase.end_cycles, end);
    EXPECT_EQ(phase.ring, "x");
  };
  expect(0, Kind::fill, 1, 5, 9);
  expect(1, Kind::wait_to_use, 0, 3, 12);
  expect(2, Kind::use, 0, 12, 20);
}

TEST(StagePhases, AnArrivalWithoutAWaitIsNone) {
  StagePhases phases;
  phases.begin(0, 1);
  phases.ring("");
  phases.arrives(0, 9, kEmpty);
  EXPECT_TRUE(phases.kept().empty());
}

TEST(StagePhases, RingsAreApart) {
  StagePhases phases;
  phases.begin(0, 1);
  phases.ring("x");
  EXPECT_EQ(phases.ring("y"), 1U);
  EXPECT_EQ(phases.ring("x"), 0U);
  phases.has_waited(0, 1, {0, true});
  phases.has_waited(0, 2, {1, true});
  phases.arrives(0, 10, {0, false});
  phases.arrives(0, 11, {1, false});
  ASSERT_EQ(phases.kept().size(), 2U);
  EXPECT_EQ(phases.kept()[0].begin_cycles, 1U);
  EXPECT_EQ(phases.kept()[1].begin_cycles, 2U);
  EXPECT_EQ(phases.kept()[1].ring, "y");
}

TEST(StagePhases, OnlyWhoeverGaveABufferBackPauses) {
  StagePhases phases;
  phases.begin(0, 2);
  phases.ring("");
  EXPECT_FALSE(phases.takes_pause(0));
  phases.arrives(0, 1, kEmpty);
  phases.arrives(1, 1, kData);
  EXPECT_TRUE(phases.takes_pause(0));
  EXPECT_FALSE(phases.takes_pause(0));
  EXPECT_FALSE(phases.takes_pause(1));
}

TEST(StagePhases, CountsWhatItLeavesOut) {
  StagePhases phases;
  phases.begin(StagePhases::kMostBlocks, 1);
  phases.ring("");
  phases.has_waited(0, 1, kData);
  phases.arrives(0, 2, kEmpty);
  EXPECT_TRUE(phases.kept().empty());
  EXPECT_EQ(phases.left_out(), 1U);
  phases.begin(0, 1);
  phases.ring("");
  for (std::size_t i = 0; i < StagePhases::kMostOfABlock + 5; ++i) {
    phases.has_waited(0, i, kData);
    phases.arrives(0, i, kEmpty);
  }
  EXPECT_EQ(phases.kept().size(), StagePhases::kMostOfABlock);
  EXPECT_EQ(phases.left_out(), 5U);
}

}  // namespace
}  // namespace warpscope::exec
