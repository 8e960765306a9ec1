// What a timed launch leaves to others, and what its record says of that.
#include "vgpu/server/kernel_use.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope::device {
namespace {

timing::LaunchShape shape_of(std::uint64_t blocks) {
  timing::LaunchShape shape;
  shape.blocks = blocks;
  shape.block.threads = 1024;  // two blocks an SM
  shape.block.registers = 32;
  return shape;
}

double sum_of_parts(const timing::KernelUse& use) {
  double sum = 0;
  for (const double part : use.parts) sum += part;
  return sum;
}

// What each SM has is taken of those that have blocks; memory is taken of all.
TEST(KernelUse, OfAFewBlocksIsAShare) {
  const auto profile = arch::load_profile(WARPSCOPE_SOURCE_DIR "/arch/profiles/mini.toml");
  const double sms = profile.sm.count;
  timing::TimedLaunch timed;
  timed.use = {{"dram", 0.5}};
  EXPECT_FALSE(kernel_use(timed, shape_of(2), profile).is_alone);
  EXPECT_DOUBLE_EQ(kernel_use(timed, shape_of(2), profile).places, 2 / (2 * sms));
  EXPECT_DOUBLE_EQ(kernel_use(timed, shape_of(1000), profile).places, 1);
  EXPECT_DOUBLE_EQ(sum_of_parts(kernel_use(timed, shape_of(2), profile)), 0.5);
  timed.use = {{"issue", 0.5}};
  EXPECT_DOUBLE_EQ(sum_of_parts(kernel_use(timed, shape_of(2), profile)), 0.5 * 2 / sms);
  EXPECT_DOUBLE_EQ(sum_of_parts(kernel_use(timed, shape_of(1000), profile)), 0.5);
}

TEST(KernelUse, KnowsAllPartsThatTheClockTellsOf) {
  const auto profile = arch::load_profile(WARPSCOPE_SOURCE_DIR "/arch/profiles/mini.toml");
  timing::TimedLaunch timed;
  for (const auto* part :
       {"dram", "l2", "l1", "issue", "fma", "alu", "fp64", "xu", "reduction", "uniform", "tensor"})
    timed.use.push_back({part, 1});
  const auto use = kernel_use(timed, shape_of(1000), profile);
  EXPECT_EQ(std::ranges::count(use.parts, 1.0), 11);
}

TEST(KernelUse, ARecordSaysWhatALaunchTakesAloneWhereThatIsLess) {
  record::Launch launch;
  launch.clock.emplace();
  set_times({5, 9, 4}, 3, launch);
  EXPECT_DOUBLE_EQ(launch.duration_s, 4);
  EXPECT_DOUBLE_EQ(launch.queued_s.value(), 1);
  EXPECT_DOUBLE_EQ(launch.clock->alone_s.value(), 3);
  record::Launch alone;
  alone.clock.emplace();
  set_times({5, 5.3, 5}, 0.3, alone);
  EXPECT_EQ(alone.duration_s, 0.3) << "whenever it began";
  EXPECT_FALSE(alone.clock->alone_s);
}

}  // namespace
}  // namespace warpscope::device
