// Blocks follow each other on their SM.
#include "vgpu/server/block_times.h"

#include <gtest/gtest.h>

#include <vector>

namespace warpscope::device {
namespace {

constexpr double kClockHz = 2e9;  // two cycles a nanosecond

record::Phase phase(std::uint32_t block, std::uint32_t sm, std::uint64_t warp_start_ns,
                    std::uint64_t end_cycles) {
  record::Phase result;
  result.block = block;
  result.sm = sm;
  result.warp_start_ns = warp_start_ns;
  result.end_cycles = end_cycles;
  return result;
}

std::vector<std::uint64_t> starts(std::vector<record::Phase> phases, std::uint32_t resident) {
  place_blocks(phases, resident, kClockHz);
  std::vector<std::uint64_t> result;
  for (const record::Phase& each : phases) result.push_back(each.warp_start_ns);
  return result;
}

using Starts = std::vector<std::uint64_t>;

TEST(BlockTimes, ABlockWaitsForAPlaceOnItsOwnSm) {
  // Two SMs, one place each. Block 0 ends at 10 + 200 / 2 = 110 ns, block 1 at 30.
  const std::vector<record::Phase> phases{phase(0, 0, 10, 100), phase(0, 0, 10, 200),
                                          phase(1, 1, 20, 20),  phase(2, 0, 5, 40),
                                          phase(3, 1, 0, 2),    phase(4, 0, 1, 2)};
  EXPECT_EQ(starts(phases, 1), (Starts{10, 10, 20, 115, 30, 136}));
}

TEST(BlockTimes, SeveralBlocksAreResidentAtOnce) {
  // Three places for blocks of 50, 20, 40 and 5 ns: the fourth takes the place of the second, the
  // fifth follows it.
  const std::vector<record::Phase> phases{phase(0, 0, 0, 100), phase(1, 0, 0, 40),
                                          phase(2, 0, 0, 80), phase(3, 0, 0, 10),
                                          phase(4, 0, 0, 2)};
  EXPECT_EQ(starts(phases, 3), (Starts{0, 0, 0, 20, 25}));
  EXPECT_EQ(starts(phases, 5), (Starts{0, 0, 0, 0, 0}));
}

TEST(BlockTimes, RubbishIsNoTimeButHarmsNobody) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  EXPECT_EQ(starts({phase(0, 0, 0, kAll), phase(1, 0, 7, 0)}, 0),
            (Starts{0, (std::uint64_t{1} << 50) + 7}));
  std::vector<record::Phase> phases{phase(0, 0, 3, 9)};
  place_blocks(phases, 1, 0.0);
  EXPECT_EQ(phases[0].warp_start_ns, 3U);
  EXPECT_TRUE(starts({}, 1).empty());
}

}  // namespace
}  // namespace warpscope::device
