// Words of L1's fullest bank, as bench/calibrate/probes_spread.cu (lines_and_banks) and
// probes_widths.cu load them on an H100 and an H200.
#include "vgpu/counting/l1_banks.h"

#include <gtest/gtest.h>

#include <array>

namespace warpscope::exec {
namespace {

using LaneAddressList = std::array<std::uint64_t, 32>;
constexpr std::uint32_t kAllLanes = 0xffffffff;

// Of `lines` lines, words of a line `step` banks after those before it.
LaneAddressList lines_and_banks(std::uint32_t lines, std::uint32_t step) {
  LaneAddressList addresses{};
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const std::uint32_t line = lane % lines, within = lane / lines;
    addresses[lane] = 4096 + (line * 32 + (line * step + within) % 32) * 4;
  }
  return addresses;
}

LaneAddressList lanes_apart(std::uint64_t bytes) {
  LaneAddressList addresses{};
  for (std::uint64_t lane = 0; lane < 32; ++lane) addresses[lane] = 256 + lane * bytes;
  return addresses;
}

std::uint32_t fullest(const LaneAddressList& addresses, std::uint32_t size_bytes = 4,
                      std::uint32_t lanes = kAllLanes) {
  return words_of_fullest_bank(addresses.data(), lanes, size_bytes);
}

// What 32 warps took on the cards, a load, where that is more than two cycles.
TEST(L1Banks, HaveAsManyWordsAsLoadsOfTheProbeTakeCycles) {
  EXPECT_EQ(fullest(lines_and_banks(4, 0)), 4U);
  EXPECT_EQ(fullest(lines_and_banks(8, 0)), 8U);
  EXPECT_EQ(fullest(lines_and_banks(16, 0)), 16U);
  EXPECT_EQ(fullest(lines_and_banks(32, 0)), 32U);
  EXPECT_EQ(fullest(lines_and_banks(8, 1)), 4U);
  EXPECT_EQ(fullest(lines_and_banks(4, 8)), 1U);
  EXPECT_EQ(fullest(lines_and_banks(16, 2)), 1U);
  EXPECT_EQ(fullest(lines_and_banks(32, 1)), 1U);
  EXPECT_EQ(fullest(lines_and_banks(32, 4)), 4U);
}

TEST(L1Banks, HoldWordsOfWideLoads) {
  EXPECT_EQ(fullest(lanes_apart(4), 4), 1U);
  EXPECT_EQ(fullest(lanes_apart(8), 8), 2U);
  EXPECT_EQ(fullest(lanes_apart(16), 16), 4U);
  EXPECT_EQ(fullest(lanes_apart(16), 16, 0xffff), 2U);
  EXPECT_EQ(fullest(lanes_apart(16), 16, 0xff), 1U);
  EXPECT_EQ(fullest(lanes_apart(16), 16, 1), 1U);
  EXPECT_EQ(fullest(lanes_apart(16), 16, 0), 0U);
}

TEST(L1Banks, CountAWordOnceForAllLanesThatLoadIt) {
  EXPECT_EQ(fullest(lanes_apart(0)), 1U);
  EXPECT_EQ(fullest(lanes_apart(1), 1), 1U);
  EXPECT_EQ(fullest(lanes_apart(2), 2), 1U);
  EXPECT_EQ(fullest(lanes_apart(128)), 32U);
}

}  // namespace
}  // namespace warpscope::exec
