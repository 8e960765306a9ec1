#include "vgpu/timing/clock/server.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace warpscope::timing {
namespace {

constexpr Ticks kCycle = kTicksPerCycle;

TEST(Server, TakesOneRequestAfterTheOther) {
  Server server;
  EXPECT_EQ(server.serve(10 * kCycle, 4 * kCycle), 14 * kCycle);
  EXPECT_EQ(server.serve(11 * kCycle, 4 * kCycle), 18 * kCycle);
  EXPECT_EQ(server.serve(30 * kCycle, 4 * kCycle), 34 * kCycle);
}

TEST(RateServer, TakesSoMuchACycle) {
  RateServer server(2, kSmStretches);
  Ticks last = 0;
  for (int i = 0; i < 2000; ++i) last = std::max(last, server.serve(0, 1));
  EXPECT_NEAR(static_cast<double>(last) / kCycle, 1000, 1);
}

TEST(RateServer, DoesNotLetALateRequestKeepBackAnEarlierOne) {
  RateServer server(1, kSmStretches);
  EXPECT_GE(server.serve(20'000 * kCycle, 1), 20'000 * kCycle);
  EXPECT_LT(server.serve(0, 1), 40 * kCycle);
}

TEST(RateServer, FillsTheTimeThatIsLeft) {
  // As much as goes into the first thousand cycles, told backwards in time.
  RateServer server(1, kSmStretches);
  Ticks last = 0;
  for (int at = 999; at >= 0; --at)
    last = std::max(last, server.serve(static_cast<Ticks>(at) * kCycle, 1));
  EXPECT_LT(last, 1040 * kCycle);
  EXPECT_GE(server.serve(0, 32), 1020 * kCycle);
}

TEST(RateServer, TakesShares) {
  RateServer server(1, kSmStretches);
  Ticks last = 0;
  for (int i = 0; i < 100; ++i) last = server.serve_share(0, 2.5);
  EXPECT_NEAR(static_cast<double>(last) / kCycle, 250, 1);
}

}  // namespace
}  // namespace warpscope::timing
