// Expected times are worked out by hand: no part is used beyond its peak.
#include "vgpu/timing/streams/kernel_engine.h"

#include <gtest/gtest.h>

#include <vector>

#include "vgpu/timing/streams/virtual_clock.h"

namespace warpscope::timing {
namespace {

KernelUse use_of(double places, double part = 0) {
  KernelUse use;
  use.is_alone = false;
  use.places = places;
  use.parts[3] = part;
  return use;
}

TEST(KernelEngine, AKernelThatNothingIsKnownOfIsAlone) {
  KernelEngine engine;
  engine.run(0, 10, {});
  const Interval second = engine.run(2, 3, {});
  EXPECT_DOUBLE_EQ(second.start_s, 10);
  EXPECT_DOUBLE_EQ(second.end_s, 13);
  EXPECT_DOUBLE_EQ(engine.run(20, 1, {}).start_s, 20);
}

TEST(KernelEngine, AKernelThatNothingIsKnownOfNeedsAGapThatHoldsAllOfIt) {
  KernelEngine engine;
  engine.run(10, 5, {});
  engine.run(20, 5, use_of(0.5));
  EXPECT_DOUBLE_EQ(engine.run(4, 7, {}).start_s, 25) << "the gaps hold 6 and 5";
  const Interval in_gap = engine.run(4, 6, {});
  EXPECT_DOUBLE_EQ(in_gap.start_s, 4);
  EXPECT_DOUBLE_EQ(in_gap.end_s, 10);
  EXPECT_DOUBLE_EQ(engine.begin_s(4, 5, {}), 15);
  EXPECT_DOUBLE_EQ(engine.run(3, 6, use_of(1)).end_s, 20) << "a known one goes on in the gaps";
}

TEST(KernelEngine, SmallKernelsRunSideBySide) {
  KernelEngine engine;
  for (int i = 0; i < 4; ++i) {
    const Interval kernel = engine.run(0, 10, use_of(0.25, 0.2));
    EXPECT_DOUBLE_EQ(kernel.start_s, 0) << i;
    EXPECT_DOUBLE_EQ(kernel.end_s, 10) << i;
  }
  EXPECT_DOUBLE_EQ(engine.run(0, 1, use_of(0.25)).start_s, 10) << "no place is left";
}

// Four kernels with a quarter of the places each that use 0.6 of the busiest part: 24 units of work
// for it, and the last kernel is alone for 4.8, when it uses 0.6. On an H200 four kernels of 132
// blocks take 0.80 ms side by side and 1.26 one after the other: 2.5 times one of them
// (slides/overlap.md, #kernels-overlap).
TEST(KernelEngine, AllOfThemTakeAsLongAsTheBusiestPartNeeds) {
  KernelEngine engine;
  double end_s = 0;
  for (int i = 0; i < 4; ++i) end_s = std::max(end_s, engine.run(0, 10, use_of(0.25, 0.6)).end_s);
  EXPECT_NEAR(end_s, 24 + (1 - 0.6) * 4.8148, 1e-3);
}

TEST(KernelEngine, TheFirstOneIsNotHeldUp) {
  KernelEngine engine;
  EXPECT_DOUBLE_EQ(engine.run(0, 10, use_of(0.5, 0.75)).end_s, 10);
  // A third of its speed beside the first for 10: 10/3 are done, and the rest is alone.
  const Interval second = engine.run(0, 10, use_of(0.5, 0.75));
  EXPECT_DOUBLE_EQ(second.start_s, 0);
  EXPECT_NEAR(second.end_s, 10 + (10 - 10 / 3.0), 1e-9);
}

TEST(KernelEngine, FewerPlacesThanBlocksSlowIt) {
  KernelEngine engine;
  engine.run(0, 4, use_of(0.75));
  // A quarter of the places of four quarters for 4: 1 is done.
  EXPECT_NEAR(engine.run(0, 5, use_of(1)).end_s, 8, 1e-9);
}

TEST(KernelEngine, OneThatCouldBeginBeforeTellsSo) {
  KernelEngine engine;
  engine.run(0, 10, {});
  EXPECT_DOUBLE_EQ(engine.begin_s(3, 1, use_of(0.1)), 10);
  EXPECT_DOUBLE_EQ(engine.begin_s(12, 1, use_of(0.1)), 12);
}

TEST(KernelEngine, WhatIsForgottenWasOver) {
  KernelEngine engine;
  engine.run(0, 2, use_of(0.5));
  engine.run(5, 10, use_of(1));
  engine.forget_before(7);
  EXPECT_DOUBLE_EQ(engine.run(7, 1, use_of(0.5)).start_s, 15);
}

TEST(KernelEngine, ManyKernelsEnd) {
  KernelEngine engine;
  double end_s = 0;
  for (int i = 0; i < 2000; ++i)
    end_s = std::max(end_s, engine.run(i * 1e-7, 3e-6, use_of(0.3, 0.1 + 0.001 * (i % 7))).end_s);
  EXPECT_GT(end_s, 0);
  EXPECT_LT(end_s, 2000 * 3e-6);
}

TEST(VirtualClock, HandsOverBetweenEngines) {
  Profile profile;
  profile.launch.host_enqueue_s = profile.launch.dispatch_gap_s = profile.copy.fixed_s = 0;
  profile.launch.handover_s = 4;
  profile.copy.pinned_bytes_per_s = 100;
  VirtualClock clock(profile);
  const StreamId a = clock.create_stream(true), b = clock.create_stream(true);
  using Copy = VirtualClock::Copy;
  EXPECT_DOUBLE_EQ(clock.copy(a, Copy::to_device, 100, true).end_s, 1);
  EXPECT_DOUBLE_EQ(clock.copy(a, Copy::to_device, 100, true).start_s, 1) << "the same engine";
  EXPECT_DOUBLE_EQ(clock.launch(a, 2).start_s, 6);
  EXPECT_DOUBLE_EQ(clock.launch(a, 2).start_s, 8);
  const double told_s = clock.record(a);
  EXPECT_DOUBLE_EQ(told_s, 10);
  clock.wait_until(b, told_s);
  EXPECT_DOUBLE_EQ(clock.copy(b, Copy::to_host, 100, true).start_s, 14);
  EXPECT_DOUBLE_EQ(clock.lost_by_waits_s(b), 14);
  clock.synchronize_until(20);
  clock.wait_until(b, told_s);
  EXPECT_DOUBLE_EQ(clock.launch(b, 1).start_s, 20) << "what is over is not waited for";
}

}  // namespace
}  // namespace warpscope::timing
