// Which launches are given the time of an equal one, and which run the clock: a kernel of one load,
// launched by hand.
#include "vgpu/timing/clock/equal_launches.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "tests/support/profiles.h"
#include "tests/vgpu/timing/clock/load_kernel.h"

namespace warpscope::timing {
namespace {

using test::kPartBytes;
using test::Launch;
using test::LoadKernel;
using test::touched_by;

class EqualLaunches : public testing::Test {
 protected:
  /// How long it takes, in seconds, and so it does where no other launch came before.
  double time(const Launch& launch, LoadKernel& of) { return time(launch, of, touched_by(launch)); }
  double time(const Launch& launch, LoadKernel& of, const exec::TouchedMemory& touched) {
    exec::LaunchTrace trace;
    TimedShape shape = test::trace_launch(launch, of, touched, trace);
    shape.l2_contents = &l2_;
    const auto alone = time_launch(profile_, of.code, trace, shape);
    const auto timed = launches_.time(profile_, of.code, trace, shape, touched);
    if (!timed || !alone) throw std::runtime_error("The clock declined.");
    EXPECT_DOUBLE_EQ(timed->duration_s, alone->duration_s);
    EXPECT_EQ(timed->stalls.cycles, alone->stalls.cycles);
    return timed->duration_s;
  }
  double time(const Launch& launch) { return time(launch, kernel_); }

  arch::Profile profile_ = arch::test::profile("mini");
  L2Contents l2_{64 * kPartBytes};
  LoadKernel kernel_;
  timing::EqualLaunches launches_;
};

TEST_F(EqualLaunches, RunTheClockOnce) {
  const double first = time({});
  EXPECT_EQ(launches_.runs(), 1U);
  EXPECT_EQ(time({}), first);
  EXPECT_EQ(time({}), first);
  EXPECT_EQ(launches_.runs(), 1U);
}

TEST_F(EqualLaunches, MayHaveTheirArraysElsewhere) {
  const Launch launch;
  const double first = time(launch);
  Launch elsewhere;
  elsewhere.array += 12345 * kPartBytes;
  EXPECT_EQ(time(elsewhere), first);
  EXPECT_EQ(launches_.runs(), 1U);
  // And find there what the other one found.
  l2_.use(launch.array, kPartBytes);
  EXPECT_LT(time(launch), first);
  l2_.use(elsewhere.array, kPartBytes);
  EXPECT_LT(time(elsewhere), first);
  EXPECT_EQ(launches_.runs(), 2U);
  // Not where their lines are others.
  l2_.clear();
  elsewhere.array += 2 * kSectorBytes;
  time(elsewhere);
  EXPECT_EQ(launches_.runs(), 3U);
}

// Blocks of which no trace is kept may touch memory before that of the others.
TEST_F(EqualLaunches, CountAddressesFromTheSameOne) {
  const Launch launch;
  time(launch);
  exec::TouchedMemory touched = touched_by(launch);
  touched.parts[0] = {launch.array - 3 * kPartBytes, {1}, {}, false};
  time(launch, kernel_, touched);
  EXPECT_EQ(launches_.runs(), 2U);
}

// Addresses that a kernel has read from memory, say.
TEST_F(EqualLaunches, GoToTheSameAddresses) {
  time({});
  Launch other;
  other.sectors = {0, 4, 8, 12};
  time(other);
  EXPECT_EQ(launches_.runs(), 2U);
  other.sectors = {0, 4, 8, 16};
  time(other);
  EXPECT_EQ(launches_.runs(), 3U);
}

// Lanes of the same sectors may load other words of them.
TEST_F(EqualLaunches, HaveAsManyWordsInABankOfL1) {
  Launch launch;
  launch.bank_words = 4;
  time(launch);
  launch.bank_words = 8;
  time(launch);
  EXPECT_EQ(launches_.runs(), 2U);
}

TEST_F(EqualLaunches, MayAskForOtherSharedMemoryWhereSmsHaveAsManyBlocksAndAsMuchL1) {
  Launch launch;
  launch.needs.shared_bytes = 20 * kPartBytes;
  time(launch);
  launch.needs.shared_bytes = 21 * kPartBytes;  // 2 blocks, 64 KiB set aside, as before
  time(launch);
  EXPECT_EQ(launches_.runs(), 1U);
  launch.needs.shared_bytes = 40 * kPartBytes;  // 2 blocks, 100 KiB set aside
  time(launch);
  EXPECT_EQ(launches_.runs(), 2U);
  launch.needs.shared_bytes = 200 * kPartBytes;  // 1 block
  time(launch);
  EXPECT_EQ(launches_.runs(), 3U);
}

TEST_F(EqualLaunches, HaveAsManyBlocksOnAnSm) {
  Launch launch;
  launch.blocks = 32;
  launch.needs.registers = 32;
  time(launch);
  launch.needs.registers = 64;  // 1 block in the place of 2
  time(launch);
  EXPECT_EQ(launches_.runs(), 2U);
}

TEST_F(EqualLaunches, FindAsMuchInL2) {
  Launch launch;
  launch.sectors = {0, 32, 64, 96};  // each in a part of its own
  const double cold = time(launch);
  l2_.use(touched_by(launch));
  const double warm = time(launch);
  EXPECT_LT(warm, cold);
  EXPECT_EQ(launches_.runs(), 2U);
  EXPECT_EQ(time(launch), warm);
  l2_.clear();
  EXPECT_EQ(time(launch), cold);
  EXPECT_EQ(launches_.runs(), 2U);
  // One part of four, and another one.
  l2_.use(launch.array, kPartBytes);
  time(launch);
  EXPECT_EQ(launches_.runs(), 3U);
  l2_.clear();
  l2_.use(launch.array + kPartBytes, kPartBytes);
  time(launch);
  EXPECT_EQ(launches_.runs(), 4U);
}

// What a launch fetches may push out what another launch would still have found.
TEST_F(EqualLaunches, LoseNothingOfL2WhileTheyRun) {
  Launch launch;
  launch.sectors.clear();
  for (std::uint64_t sector = 0; sector < 32 * 32; ++sector) launch.sectors.push_back(sector);
  const std::uint64_t last = launch.array + 31 * kPartBytes;
  l2_.use(last, kPartBytes);
  time(launch);
  time(launch);
  EXPECT_EQ(launches_.runs(), 1U);
  l2_.use(1 << 30, 40 * kPartBytes);  // the part is there still, and 23 KiB more push it out
  time(launch);
  EXPECT_EQ(launches_.runs(), 2U);
}

// The same parts of memory, in allocations that were made in another order.
TEST_F(EqualLaunches, FindTheSamePartsInL2) {
  Launch launch;
  launch.sectors = {0, 64, 65, 66, 67};
  const auto touched = [&](std::uint64_t low, std::uint64_t high) {
    exec::TouchedMemory of;
    of.parts[low] = {launch.array, {1}, {}, false};
    of.parts[high] = {launch.array + 64 * kSectorBytes, {15}, {}, false};
    return of;
  };
  l2_.use(launch.array, kPartBytes);
  time(launch, kernel_, touched(1, 2));
  l2_.clear();
  l2_.use(launch.array + 64 * kSectorBytes, kPartBytes);
  time(launch, kernel_, touched(2, 1));
  EXPECT_EQ(launches_.runs(), 2U);
  l2_.use(launch.array, kPartBytes);
  time(launch, kernel_, touched(1, 2));
  EXPECT_EQ(launches_.runs(), 3U);
  time(launch, kernel_, touched(2, 1));
  EXPECT_EQ(launches_.runs(), 3U);
}

TEST_F(EqualLaunches, AreOfOneKernelAndItsSites) {
  time({});
  LoadKernel other;
  time({}, other);
  EXPECT_EQ(launches_.runs(), 2U);
  other.kernel.sites.front().l1_use = exec::L1Use::bypassing;
  time({}, other);
  EXPECT_EQ(launches_.runs(), 3U);
}

TEST_F(EqualLaunches, HaveAsManyBlocksAndTheSameLanes) {
  Launch launch;
  time(launch);
  launch.blocks = 5;
  time(launch);
  EXPECT_EQ(launches_.runs(), 2U);
  launch.lanes = 1;
  time(launch);
  EXPECT_EQ(launches_.runs(), 3U);
}

}  // namespace
}  // namespace warpscope::timing
