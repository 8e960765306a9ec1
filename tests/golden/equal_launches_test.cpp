// Launches that do the same take the same time, and the clock takes no other ones for them.
#include <gtest/gtest.h>

#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

TEST(EqualLaunches, TakeTheSameTimeWhereverTheirArraysAre) {
  const VirtualRun run = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_equal_launches", {},
                                       {"--profile", "mini", "--clock"});
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const auto& launches = run.record.launches;
  ASSERT_EQ(launches.size(), 8U);
  // Times lie behind each other, so their differences have a rounding error.
  constexpr double kNear = 1e-12;
  const auto time = [&](std::size_t i) { return launches[i].duration_s; };
  EXPECT_GT(time(0), 1.05 * time(1));
  EXPECT_NEAR(time(2), time(1), kNear);
  EXPECT_NEAR(time(3), time(0), kNear);
  EXPECT_NEAR(time(4), time(1), kNear);
  EXPECT_GT(time(6), 1.5 * time(5));
  EXPECT_NEAR(time(7), time(5), kNear);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    ASSERT_TRUE(launches[i].clock) << i;
    EXPECT_TRUE(launches[i].timed_blocks) << i;
  }
  EXPECT_EQ(launches[3].clock->warp_cycles, launches[0].clock->warp_cycles);
  EXPECT_EQ(launches[7].clock->warp_cycles, launches[5].clock->warp_cycles);
}

}  // namespace
}  // namespace warpscope
