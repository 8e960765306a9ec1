#include "vgpu/timing/kernel_time.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace warpscope::timing {
namespace {

using exec::Counter;

Profile load(const char* name) {
  return arch::load_profile(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "arch" / "profiles" /
                            name);
}

/// A copy kernel over `blocks` blocks of 256 threads.
exec::LaunchResult copy_work(std::uint64_t blocks) {
  const std::uint64_t warps = blocks * 8;
  exec::LaunchResult result;
  result.counters[Counter::inst_executed] = warps * 16;
  result.counters[Counter::global_load_instructions] = warps;
  result.counters[Counter::global_store_instructions] = warps;
  result.counters[Counter::global_load_sectors] = warps * 4;
  result.counters[Counter::global_store_sectors] = warps * 4;
  result.distinct_read_sectors = warps * 4;
  result.distinct_read_granules = warps * 2;
  result.distinct_written_sectors = warps * 4;
  return result;
}

TEST(KernelTime, NoCounterMakesAKernelFaster) {
  const Profile profile = load("h200.toml");
  for (const std::uint64_t blocks : {1U, 50U, 4096U, 1000000U}) {
    const LaunchShape shape{blocks, {256, 1024}};
    for (std::size_t i = 0; i < exec::kCounterCount; ++i) {
      exec::LaunchResult work = copy_work(blocks);
      double before = model_kernel(profile, shape, work).duration_s;
      for (int step = 0; step < 12; ++step) {
        work.counters.values.at(i) = work.counters.values.at(i) * 4 + 1000;
        const double after = model_kernel(profile, shape, work).duration_s;
        EXPECT_GE(after, before) << "counter " << i << " with " << blocks << " blocks";
        before = after;
      }
    }
  }
}

TEST(KernelTime, NoQueueMakesAKernelFaster) {
  const Profile profile = load("h200.toml");
  for (auto queue : {&exec::TimeSums::longest_atomic_queue, &exec::TimeSums::longest_float_queue}) {
    exec::LaunchResult work = copy_work(64);
    double before = model_kernel(profile, {64, {256, 0}}, work).duration_s;
    for (int step = 0; step < 12; ++step) {
      work.time.*queue = work.time.*queue * 4 + 1000;
      const double after = model_kernel(profile, {64, {256, 0}}, work).duration_s;
      EXPECT_GE(after, before);
      before = after;
    }
    EXPECT_GT(before, 1e-3);
  }
}

TEST(KernelTime, AtomicsOnOneWordTakeLongerThanOnManyWords) {
  const Profile profile = load("h200.toml");
  exec::LaunchResult apart = copy_work(256);
  apart.counters[Counter::global_reduction_sectors] = 65536;
  apart.time.longest_atomic_queue = 700;
  exec::LaunchResult on_one_word = apart;
  on_one_word.time.longest_atomic_queue = 65536;
  EXPECT_GT(model_kernel(profile, {256, {256, 0}}, on_one_word).duration_s,
            10 * model_kernel(profile, {256, {256, 0}}, apart).duration_s);
}

TEST(KernelTime, MoreSectorsTakeLongerWhenTheyAreTheLimit) {
  const Profile profile = load("mini.toml");
  const LaunchShape shape{4096, {256, 0}};
  exec::LaunchResult coalesced = copy_work(4096);
  exec::LaunchResult strided = coalesced;
  strided.counters[Counter::global_load_sectors] *= 8;
  EXPECT_GT(model_kernel(profile, shape, strided).duration_s,
            1.5 * model_kernel(profile, shape, coalesced).duration_s);
}

TEST(KernelTime, ALargeCopyReachesTheProfilesBandwidth) {
  const Profile profile = load("h200.toml");
  const std::uint64_t blocks = 1U << 20;
  const KernelTime time = model_kernel(profile, {blocks, {256, 0}}, copy_work(blocks));
  const double bytes_per_s = static_cast<double>(time.dram_bytes) / time.duration_s;
  const double limit = profile.memory.dram_bytes_per_s * profile.memory.dram_efficiency;
  EXPECT_LT(bytes_per_s, limit);
  EXPECT_GT(bytes_per_s, 0.95 * limit);
}

TEST(KernelTime, DramMovesWholeGranules) {
  const Profile profile = load("h200.toml");
  exec::LaunchResult every_other_sector = copy_work(1024);
  every_other_sector.distinct_read_granules = every_other_sector.distinct_read_sectors;
  EXPECT_EQ(model_kernel(profile, {1024, {256, 0}}, every_other_sector).dram_bytes,
            every_other_sector.distinct_read_sectors * 64 +
                every_other_sector.distinct_written_sectors * 32);
}

TEST(KernelTime, AnEmptyKernelTakesTheFloor) {
  const Profile profile = load("h200.toml");
  EXPECT_DOUBLE_EQ(model_kernel(profile, {1, {32, 0}}, {}).duration_s,
                   profile.launch.kernel_floor_s);
}

TEST(KernelTime, ResidentBlocksFollowThreadsSharedMemoryAndTheBlockLimit) {
  const Profile profile = load("h200.toml");
  EXPECT_EQ(resident_blocks_per_sm(profile, {1, {256, 0}}), 8U);
  EXPECT_EQ(resident_blocks_per_sm(profile, {1, {1024, 0}}), 2U);
  EXPECT_EQ(resident_blocks_per_sm(profile, {1, {33, 0}}), 32U);
  EXPECT_EQ(resident_blocks_per_sm(profile, {1, {32, 0}}), 32U);
  EXPECT_EQ(resident_blocks_per_sm(profile, {1, {256, 48 * 1024}}), 4U);
  EXPECT_EQ(resident_blocks_per_sm(profile, {1, {256, 227 * 1024}}), 1U);
  EXPECT_EQ(resident_blocks_per_sm(profile, {1, {256, 0, 64}}), 4U);   // registers
  EXPECT_EQ(resident_blocks_per_sm(profile, {1, {256, 0, 255}}), 1U);  // at least
}

}  // namespace
}  // namespace warpscope::timing
