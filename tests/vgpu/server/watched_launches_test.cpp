#include "vgpu/server/watched_launches.h"

#include <gtest/gtest.h>

namespace warpscope::device {
namespace {

std::uint32_t watched_of(std::uint32_t number, std::uint32_t seeds) {
  std::uint32_t watched = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    watched += has_share_of_watch(number, seed) ? 1 : 0;
  return watched;
}

TEST(WatchedLaunches, AreTheFirstOfAKernel) {
  for (std::uint32_t number = 1; number <= 8; ++number)
    EXPECT_EQ(watched_of(number, 1000), 1000U) << number;
}

// A program that launches eight times something harmless does not know whether the ninth is
// watched.
TEST(WatchedLaunches, AreSomeLaterOnesThatTheSeedChooses) {
  EXPECT_NEAR(watched_of(9, 10'000), 10'000 * 4.0 / 9, 200);
  EXPECT_NEAR(watched_of(100, 10'000), 10'000 * 4.0 / 100, 80);
  EXPECT_LT(watched_of(100'000, 10'000), 10U);
}

}  // namespace
}  // namespace warpscope::device
