#include "vgpu/timing/clock/issue_queue.h"

#include <gtest/gtest.h>

namespace warpscope::timing {
namespace {

constexpr auto kAllFree = [](Unit) { return std::uint64_t{0}; };

TEST(IssueQueue, TakesTheYoungestThatIsReady) {
  IssueQueue queue;
  queue.add(7, 5, Unit::alu);
  queue.add(8, 0, Unit::alu);
  queue.add(9, 6, Unit::alu);
  EXPECT_EQ(queue.warp(queue.choose(4, kAllFree).place), 8U);
  EXPECT_EQ(queue.warp(queue.choose(5, kAllFree).place), 8U);
  EXPECT_EQ(queue.warp(queue.choose(6, kAllFree).place), 9U);
}

TEST(IssueQueue, StaysWithTheWarpThatIssuedLast) {
  IssueQueue queue;
  queue.add(7, 0, Unit::alu);
  queue.add(8, 0, Unit::alu);
  queue.note_issued(0);
  EXPECT_EQ(queue.warp(queue.choose(0, kAllFree).place), 7U);
  queue.set(0, 9, Unit::alu);
  EXPECT_EQ(queue.warp(queue.choose(1, kAllFree).place), 8U);
  EXPECT_EQ(queue.warp(queue.choose(9, kAllFree).place), 7U);
}

TEST(IssueQueue, PassesOverWhoseUnitIsBusyAndTellsWhenItIsFree) {
  IssueQueue queue;
  const auto free_at = [](Unit unit) { return unit == Unit::xu ? std::uint64_t{8} : 0; };
  queue.add(7, 0, Unit::fma);
  queue.add(8, 0, Unit::xu);
  EXPECT_EQ(queue.warp(queue.choose(3, free_at).place), 7U);
  queue.set(0, 12, Unit::fma);
  const auto none = queue.choose(3, free_at);
  EXPECT_EQ(none.place, IssueQueue::kNone);
  EXPECT_EQ(none.cycle, 8U);
}

TEST(IssueQueue, KnowsWarpsThatOnlyAnotherCanWake) {
  IssueQueue queue;
  queue.add(7, 0, Unit::alu);
  queue.add(8, kNoCycle, Unit::alu);
  EXPECT_TRUE(queue.has_blocked());
  queue.remove(0);
  EXPECT_TRUE(queue.has_blocked());
  EXPECT_EQ(queue.warp(0), 8U);
  EXPECT_EQ(queue.choose(100, kAllFree).cycle, kNoCycle);
  queue.set(0, 3, Unit::alu);
  EXPECT_FALSE(queue.has_blocked());
  EXPECT_EQ(queue.choose(3, kAllFree).place, 0U);
}

TEST(IssueQueue, ForgetsTheLastWarpWhenItEnds) {
  IssueQueue queue;
  for (std::uint32_t warp = 0; warp < 3; ++warp) queue.add(warp, 0, Unit::alu);
  queue.note_issued(1);
  queue.remove(0);  // the last one is at place 0 now
  EXPECT_EQ(queue.warp(queue.choose(0, kAllFree).place), 1U);
  queue.remove(0);
  EXPECT_EQ(queue.warp(queue.choose(0, kAllFree).place), 2U);
}

}  // namespace
}  // namespace warpscope::timing
