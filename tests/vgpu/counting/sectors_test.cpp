// count_sectors against a set of sector numbers.
#include "vgpu/counting/sectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace warpscope::exec {
namespace {

std::uint32_t count_with_set(const LaneAddresses& addresses, std::uint32_t mask) {
  std::set<std::uint64_t> sectors;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) != 0) sectors.insert(addresses[lane] / 32);
  }
  return static_cast<std::uint32_t>(sectors.size());
}

// Lane masks: all, none, one, halves, every other, random.
std::uint32_t pick_mask(std::mt19937_64& random) {
  switch (random() % 8) {
    case 0:
      return 0;
    case 1:
      return 1u << random() % 32;
    case 2:
      return 0x0000ffff;
    case 3:
      return 0x55555555;
    case 4:
      return static_cast<std::uint32_t>(random() & random());
    case 5:
      return static_cast<std::uint32_t>(random());
    default:
      return 0xffffffff;
  }
}

TEST(CountSectors, AgreesWithASetForEveryStride) {
  std::mt19937_64 random(1);
  LaneAddresses addresses;
  for (std::int64_t stride = -300; stride <= 300; ++stride) {
    for (const std::uint64_t first : {0x100000000000ull, 0x100000000004ull, 0x10000000001cull}) {
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        addresses[lane] = first + 0x10000 + static_cast<std::uint64_t>(stride * lane);
      for (const std::uint32_t mask : {0xffffffffu, pick_mask(random), pick_mask(random)}) {
        ASSERT_EQ(count_sectors(addresses, mask), count_with_set(addresses, mask))
            << "stride " << stride << " mask " << std::hex << mask;
      }
    }
  }
}

TEST(CountSectors, AgreesWithASetForRandomAddresses) {
  std::mt19937_64 random(2);
  LaneAddresses addresses;
  for (int round = 0; round < 20000; ++round) {
    const std::uint64_t range = std::uint64_t{64} << random() % 12;
    for (std::uint64_t& address : addresses) address = 0x100000000000 + random() % range;
    const std::uint32_t mask = pick_mask(random);
    ASSERT_EQ(count_sectors(addresses, mask), count_with_set(addresses, mask))
        << "range " << range << " mask " << std::hex << mask;
  }
}

// Addresses that rise, then fall: neighbours alone do not decide.
TEST(CountSectors, CountsASectorOnceWhenLanesComeBackToIt) {
  LaneAddresses addresses;
  for (std::uint32_t lane = 0; lane < 32; ++lane) addresses[lane] = 64 * (lane % 4);
  EXPECT_EQ(count_sectors(addresses, 0xffffffff), 4u);
  EXPECT_EQ(count_sectors(addresses, 0x00000011), 1u);
}

TEST(IdealSectors, AreTheBytesInWholeSectors) {
  EXPECT_EQ(ideal_sectors(32, 4), 4u);
  EXPECT_EQ(ideal_sectors(32, 16), 16u);
  EXPECT_EQ(ideal_sectors(32, 1), 1u);
  EXPECT_EQ(ideal_sectors(1, 8), 1u);
  EXPECT_EQ(ideal_sectors(9, 4), 2u);
}

}  // namespace
}  // namespace warpscope::exec
