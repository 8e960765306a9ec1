#include "vgpu/timing/clock/launch_sample.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "vgpu/exec/trace/warp_trace.h"

namespace warpscope::timing {
namespace {

constexpr std::uint64_t kSms = 8;
constexpr std::uint32_t kEntries = 1 << 12;

arch::Profile profile_of(std::uint64_t sms) {
  arch::Profile profile;
  profile.sm.count = static_cast<std::uint32_t>(sms);
  profile.memory.dram_granule_bytes = 64;
  return profile;
}

/// A warp that has entered so many blocks of PTX, of a byte each or a little more.
exec::WarpTrace warp_of(std::uint32_t entries) {
  exec::WarpTrace warp;
  warp.begin(0);
  for (std::uint32_t i = 0; i < entries; ++i) warp.enter(i % 2, ~0U);
  return warp;
}

/// With this one warp.
exec::BlockTrace block_of(std::uint64_t number, const exec::WarpTrace& warp) {
  exec::BlockTrace block;
  block.number = number;
  block.bytes.assign(warp.data(), warp.data() + warp.size_bytes());
  block.warp_end.push_back(block.bytes.size());
  return block;
}

/// All blocks do the same, but one that does as much as eight of them.
void take_blocks(exec::LaunchTrace& trace, std::uint64_t blocks, std::uint64_t long_one) {
  for (std::uint64_t i = 0; i < blocks; ++i)
    trace.take(block_of(i, warp_of(i == long_one ? 8 * kEntries : kEntries)));
}

bool has(const Sample& sample, std::uint64_t number) {
  return std::ranges::any_of(
      sample.blocks, [&](const exec::BlockTrace* block) { return block->number == number; });
}

TEST(LaunchSample, OfASmallGpuHasTheSmWithMostToDo) {
  constexpr std::uint64_t kBlocks = 8 * kSms, kLong = 5 * kSms + 7;
  exec::LaunchTrace trace;
  take_blocks(trace, kBlocks, kLong);
  TimedShape shape;
  shape.blocks = kBlocks;
  const Sample sample = sample_of(profile_of(kSms), trace, shape);
  EXPECT_EQ(sample.sms, 4U);
  EXPECT_EQ(sample.blocks.size(), kBlocks / 2);
  EXPECT_TRUE(has(sample, kLong));
  EXPECT_TRUE(has(sample, 0));
  EXPECT_DOUBLE_EQ(sample.share, 0.5);
}

TEST(LaunchSample, CountsTheBlocksThatItsSmsHaveMore) {
  constexpr std::uint64_t kBlocks = 8 * kSms + 4;
  exec::LaunchTrace trace;
  take_blocks(trace, kBlocks, kBlocks);
  TimedShape shape;
  shape.blocks = kBlocks;
  const Sample sample = sample_of(profile_of(kSms), trace, shape);
  EXPECT_EQ(sample.sms, 4U);
  EXPECT_EQ(sample.blocks.size(), 36U);
  EXPECT_DOUBLE_EQ(sample.share, 36.0 / 68);
}

TEST(LaunchSample, IsAllWhereSmsHaveFewBlocks) {
  constexpr std::uint64_t kBlocks = 4 * kSms - 1;
  exec::LaunchTrace trace;
  take_blocks(trace, kBlocks, kBlocks);
  TimedShape shape;
  shape.blocks = kBlocks;
  const Sample sample = sample_of(profile_of(kSms), trace, shape);
  EXPECT_EQ(sample.sms, kSms);
  EXPECT_EQ(sample.blocks.size(), kBlocks);
  EXPECT_DOUBLE_EQ(sample.share, 1);
}

TEST(LaunchSample, OfALargeGpuNeedsALongerTrace) {
  constexpr std::uint64_t kLarge = 132;
  constexpr std::uint64_t kBlocks = 2 * kLarge;
  exec::LaunchTrace trace;
  take_blocks(trace, kBlocks, kBlocks);
  ASSERT_LT(trace.size_bytes(), 3U << 19);
  TimedShape shape;
  shape.blocks = kBlocks;
  EXPECT_EQ(sample_of(profile_of(kLarge), trace, shape).blocks.size(), kBlocks);
}

/// Data that all blocks read: those of the sample read all of it.
TEST(LaunchSample, CountsWhatBulkCopiesRead) {
  constexpr std::uint64_t kBlocks = 8 * kSms;
  constexpr std::uint32_t kBytes = 1 << 16;
  exec::LaunchTrace trace;
  for (std::uint64_t i = 0; i < kBlocks; ++i) {
    exec::WarpTrace warp = warp_of(kEntries);
    exec::BulkCopyRecord copy{.bytes = kBytes, .address = 1 << 20};
    warp.bulk_copy(copy);
    // Neither of these reads global memory.
    copy.address = 1 << 24;
    copy.is_to_global = true;
    warp.bulk_copy(copy);
    copy.is_to_global = false;
    copy.is_within_shared = true;
    warp.bulk_copy(copy);
    trace.take(block_of(i, warp));
  }
  TimedShape shape;
  shape.blocks = kBlocks;
  shape.read_granules = kBytes / 64;
  EXPECT_DOUBLE_EQ(sample_of(profile_of(kSms), trace, shape).memory_share, 1);
  shape.read_granules *= 4;
  const Sample sample = sample_of(profile_of(kSms), trace, shape);
  EXPECT_DOUBLE_EQ(sample.share, 0.5);
  EXPECT_DOUBLE_EQ(sample.memory_share, 0.5);
  shape.read_granules /= 3;
  EXPECT_NEAR(sample_of(profile_of(kSms), trace, shape).memory_share, 0.75, 0.001);
}

TEST(FirstSector, IsThatOfTheLowestKilobyteThatIsTouched) {
  exec::TouchedMemory touched;
  EXPECT_EQ(first_sector_of(touched), 0U);
  auto& part = touched.parts[7];
  part.address = 1 << 20;
  part.read = {0, 1ULL << 40};  // sector 104 from the part's beginning
  part.written = {0, 0, 1};
  EXPECT_EQ(first_sector_of(touched), (1U << 20) / 32 + 96);
}

}  // namespace
}  // namespace warpscope::timing
