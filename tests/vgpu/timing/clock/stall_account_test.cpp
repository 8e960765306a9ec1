#include "vgpu/timing/clock/stall_account.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace warpscope::timing {
namespace {

std::uint64_t cycles(const StallAccount& account, std::size_t instruction, Stall stall) {
  return account.rows()[instruction].cycles[static_cast<std::size_t>(stall)];
}

InstructionCost cost_of(Unit unit, Action action) {
  InstructionCost cost;
  cost.unit = unit;
  cost.action = action;
  return cost;
}

TEST(BusyCycles, CountThoseInWhichTheUnitCouldNotTakeAnInstruction) {
  BusyCycles busy;
  busy.take(10, 14);  // 11, 12, 13
  EXPECT_EQ(busy.before(11), 0U);
  EXPECT_EQ(busy.before(13), 2U);
  EXPECT_EQ(busy.before(20), 3U);
  busy.take(20, 21);  // the next cycle is free
  EXPECT_EQ(busy.before(30), 3U);
  busy.take(30, 33);
  busy.take(30, 33);  // the same again
  EXPECT_EQ(busy.before(40), 5U);
}

TEST(StallAccount, GoesThroughWhatAWarpWaitsForInItsOrder) {
  const std::vector<InstructionCost> costs{cost_of(Unit::address, Action::load),
                                           cost_of(Unit::fma, Action::compute)};
  StallAccount account(costs);
  WarpWait wait;
  wait.since = 100;
  account.issue(wait, 0, 100);
  wait.fixed_until = 105;
  wait.stopped_until = 120;
  wait.stopped = Stall::barrier;
  wait.scoreboards_until = 500;
  wait.set_by = 0;
  account.settle(wait, 1, 510, 4);
  account.issue(wait, 1, 510);
  account.end_warp(411);
  EXPECT_EQ(cycles(account, 0, Stall::selected), 1U);
  EXPECT_EQ(cycles(account, 1, Stall::wait), 4U);      // 101 to 104
  EXPECT_EQ(cycles(account, 0, Stall::barrier), 15U);  // of the instruction that waits
  EXPECT_EQ(cycles(account, 1, Stall::long_scoreboard), 380U);
  EXPECT_EQ(cycles(account, 1, Stall::math_pipe_throttle), 4U);
  EXPECT_EQ(cycles(account, 1, Stall::not_selected), 6U);
  EXPECT_EQ(cycles(account, 1, Stall::selected), 1U);
  ASSERT_EQ(account.rows()[1].causes.size(), 1U);
  EXPECT_EQ(account.rows()[1].causes[0].instruction, 0U);
  EXPECT_EQ(account.rows()[1].causes[0].cycles, 380U);
  EXPECT_EQ(account.rows()[1].causes[0].times, 1U);
  const StallAccount::Cycles sum = account.sum();
  EXPECT_EQ(std::accumulate(sum.begin(), sum.end(), std::uint64_t{0}), account.warp_cycles());
}

TEST(StallAccount, ResolvesABranchAndThenFetchesItsTarget) {
  const std::vector<InstructionCost> costs{cost_of(Unit::none, Action::branch),
                                           cost_of(Unit::alu, Action::compute)};
  StallAccount account(costs);
  WarpWait wait;
  account.issue(wait, 0, 0);
  wait.fixed_until = 5;
  wait.resolved_until = 8;
  wait.fetched_until = 10;
  account.settle(wait, 1, 10, 0);
  EXPECT_EQ(cycles(account, 1, Stall::wait), 4U);
  EXPECT_EQ(cycles(account, 1, Stall::branch_resolving), 3U);
  EXPECT_EQ(cycles(account, 1, Stall::no_instruction), 2U);
}

TEST(StallAccount, DrainsBehindTheEndOfAWarp) {
  const std::vector<InstructionCost> costs{cost_of(Unit::none, Action::branch)};
  StallAccount account(costs);
  WarpWait wait;
  account.issue(wait, 0, 0);
  wait.fixed_until = 5;
  wait.resolved_until = 13;
  account.end(wait, 40);
  account.end_warp(40);
  EXPECT_EQ(cycles(account, 0, Stall::wait), 4U);
  EXPECT_EQ(cycles(account, 0, Stall::branch_resolving), 8U);
  EXPECT_EQ(cycles(account, 0, Stall::drain), 27U);
  const StallAccount::Cycles sum = account.sum();
  EXPECT_EQ(std::accumulate(sum.begin(), sum.end(), std::uint64_t{0}), account.warp_cycles());
}

TEST(StallAccount, SaysMioThrottleWhereTheQueueIsFullForAll) {
  const std::vector<InstructionCost> costs{cost_of(Unit::global, Action::store)};
  StallAccount account(costs);
  WarpWait wait;
  account.settle(wait, 0, 20, 15, 6);
  EXPECT_EQ(cycles(account, 0, Stall::mio_throttle), 6U);
  EXPECT_EQ(cycles(account, 0, Stall::lg_throttle), 9U);
  EXPECT_EQ(cycles(account, 0, Stall::not_selected), 5U);
}

TEST(StallAccount, WaitsForConstantsThatAreOperands) {
  const std::vector<InstructionCost> costs{cost_of(Unit::fma, Action::compute)};
  StallAccount account(costs);
  WarpWait wait;
  account.fetch_constant(wait, 0, 100);
  EXPECT_EQ(cycles(account, 0, Stall::imc_miss), 100U);
}

TEST(StallAccount, WaitsForCodeBeforeItIssues) {
  const std::vector<InstructionCost> costs{cost_of(Unit::alu, Action::compute)};
  StallAccount account(costs);
  WarpWait wait;
  wait.since = 5;
  account.settle(wait, 0, 5, 0);
  account.fetch(wait, 0, 45);
  account.settle(wait, 0, 47, 0);
  account.issue(wait, 0, 47);
  EXPECT_EQ(cycles(account, 0, Stall::no_instruction), 40U);
  EXPECT_EQ(cycles(account, 0, Stall::not_selected), 2U);
}

TEST(StallAccount, NamesAreDistinct) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kStalls; ++i) names.push_back(name(static_cast<Stall>(i)));
  EXPECT_EQ(std::ranges::count(names, ""), 0);
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST(StallAccount, ScoreboardsAndThrottlesAreThoseOfThePartsThatServe) {
  EXPECT_EQ(scoreboard_of(Action::load), Stall::long_scoreboard);
  EXPECT_EQ(scoreboard_of(Action::shared_load), Stall::short_scoreboard);
  EXPECT_EQ(throttle_of(cost_of(Unit::global, Action::store)), Stall::lg_throttle);
  EXPECT_EQ(throttle_of(cost_of(Unit::constant, Action::constant)), Stall::mio_throttle);
  EXPECT_EQ(throttle_of(cost_of(Unit::address, Action::shuffle)), Stall::mio_throttle);
  EXPECT_EQ(throttle_of(cost_of(Unit::xu, Action::compute)), Stall::mio_throttle);
  EXPECT_EQ(throttle_of(cost_of(Unit::fp64, Action::compute)), Stall::math_pipe_throttle);
}

}  // namespace
}  // namespace warpscope::timing
