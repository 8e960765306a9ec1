// Words of L1's fullest bank, as bench/calibrate/probes_spread.cu (lines_and_banks) and
// probes_widths.cu load them on an H100 and an H200.
#include "vgpu/counting/l1_banks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

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

// Beside a set of words for each bank.
TEST(L1Banks, CountRandomLoads) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 5000; ++round) {
    const auto size_bytes = static_cast<std::uint32_t>(1 << random() % 5);
    const std::uint64_t span = std::uint64_t{1} << random() % 12;
    const auto lanes = static_cast<std::uint32_t>(round % 2 == 0 ? kAllLanes : random());
    LaneAddressList addresses{};
    std::array<std::set<std::uint64_t>, 32> banks;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      addresses[lane] = 4096 + random() % span * size_bytes;
      if ((lanes >> lane & 1) == 0) continue;
      for (std::uint64_t byte = 0; byte < size_bytes; byte += 4) {
        const std::uint64_t word = (addresses[lane] + byte) / 4;
        banks[word % 32].insert(word);
      }
    }
    std::size_t expected = 0;
    for (const auto& words : banks) expected = std::max(expected, words.size());
    ASSERT_EQ(fullest(addresses, size_bytes, lanes), expected)
        << size_bytes << " bytes of " << span;
  }
}

}  // namespace
}  // namespace warpscope::exec
