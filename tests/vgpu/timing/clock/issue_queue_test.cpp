#include "vgpu/timing/clock/issue_queue.h"

#include <gtest/gtest.h>

namespace warpscope::timing {
namespace {

constexpr auto kAllFree = [](Unit) { return std::uint64_t{0}; };
constexpr auto kNeverBusy = kAllFree;

TEST(IssueQueue, TakesTheYoungestThatIsReady) {
  IssueQueue queue;
  queue.add(7, 5, Unit::alu);
  queue.add(8, 0, Unit::alu);
  queue.add(9, 6, Unit::alu);
  EXPECT_EQ(queue.warp(queue.choose(4, kAllFree, kNeverBusy).place), 8U);
  EXPECT_EQ(queue.warp(queue.choose(5, kAllFree, kNeverBusy).place), 8U);
  EXPECT_EQ(queue.warp(queue.choose(6, kAllFree, kNeverBusy).place), 9U);
}

TEST(IssueQueue, StaysWithTheWarpThatIssuedLast) {
  IssueQueue queue;
  queue.add(7, 0, Unit::alu);
  queue.add(8, 0, Unit::alu);
  queue.note_issued(0);
  EXPECT_EQ(queue.warp(queue.choose(0, kAllFree, kNeverBusy).place), 7U);
  queue.set(0, 9, Unit::alu);
  EXPECT_EQ(queue.warp(queue.choose(1, kAllFree, kNeverBusy).place), 8U);
  EXPECT_EQ(queue.warp(queue.choose(9, kAllFree, kNeverBusy).place), 7U);
}

TEST(IssueQueue, PassesOverWhoseUnitIsBusyAndTellsWhenItIsFree) {
  IssueQueue queue;
  const auto free_at = [](Unit unit) { return unit == Unit::xu ? std::uint64_t{8} : 0; };
  queue.add(7, 0, Unit::fma);
  queue.add(8, 0, Unit::xu);
  EXPECT_EQ(queue.warp(queue.choose(3, free_at, kNeverBusy).place), 7U);
  queue.set(0, 12, Unit::fma);
  const auto none = queue.choose(3, free_at, kNeverBusy);
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
  EXPECT_EQ(queue.choose(100, kAllFree, kNeverBusy).cycle, kNoCycle);
  queue.set(0, 3, Unit::alu);
  EXPECT_FALSE(queue.has_blocked());
  EXPECT_EQ(queue.choose(3, kAllFree, kNeverBusy).place, 0U);
}

TEST(IssueQueue, KeepsHowLongTheUnitWasBusyBeforeAWarpWasReady) {
  IssueQueue queue;
  queue.add(7, 2, Unit::xu);
  std::uint64_t busy = 5;
  const auto busy_before = [&](Unit) { return busy; };
  const auto never_free = [](Unit) { return std::uint64_t{100}; };
  queue.choose(2, never_free, busy_before);
  busy = 9;
  queue.choose(6, never_free, busy_before);
  EXPECT_EQ(queue.busy_before(0), 5U);
}

TEST(IssueQueue, ForgetsTheLastWarpWhenItEnds) {
  IssueQueue queue;
  for (std::uint32_t warp = 0; warp < 3; ++warp) queue.add(warp, 0, Unit::alu);
  queue.note_issued(1);
  queue.remove(0);  // the last one is at place 0 now
  EXPECT_EQ(queue.warp(queue.choose(0, kAllFree, kNeverBusy).place), 1U);
  queue.remove(0);
  EXPECT_EQ(queue.warp(queue.choose(0, kAllFree, kNeverBusy).place), 2U);
}

}  // namespace
}  // namespace warpscope::timing
