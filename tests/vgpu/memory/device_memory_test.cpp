#include "vgpu/memory/device_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace warpscope::memory {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST(DeviceMemory, AllocationsAreAlignedZeroFilledAndWritable) {
  DeviceMemory memory(16 * kMiB);
  for (const std::uint64_t size : {1U, 132U, 4096U, 5000U}) {
    const auto address = memory.allocate(size);
    ASSERT_TRUE(address.has_value());
    EXPECT_EQ(*address % 256, 0U);
    EXPECT_GE(*address, kGlobalBase);
    std::byte* host = memory.translate(*address, size);
    ASSERT_NE(host, nullptr);
    EXPECT_TRUE(std::all_of(host, host + size, [](std::byte b) { return b == std::byte{0}; }));
    std::fill(host, host + size, std::byte{0xAB});
  }
}

TEST(DeviceMemory, FindKnowsExactBounds) {
  DeviceMemory memory(kMiB);
  const std::uint64_t first = memory.allocate(132).value();
  const std::uint64_t second = memory.allocate(64).value();
  EXPECT_EQ(memory.find(first)->id, 1U);
  EXPECT_EQ(memory.find(first + 131)->id, 1U);
  EXPECT_EQ(memory.find(first + 132), nullptr);
  EXPECT_EQ(memory.find(first - 1), nullptr);
  EXPECT_EQ(memory.find(second)->id, 2U);
  EXPECT_EQ(memory.find(0), nullptr);
  EXPECT_EQ(memory.find(std::numeric_limits<std::uint64_t>::max()), nullptr);
}

TEST(DeviceMemory, RedZonesSeparateAllocations) {
  DeviceMemory memory(kMiB);
  std::uint64_t previous_end = 0;
  for (const std::uint64_t size : {1U, 255U, 256U, 3840U, 4096U, 4097U}) {
    const std::uint64_t address = memory.allocate(size).value();
    EXPECT_GE(address, previous_end + 256) << "after an allocation that ended at " << previous_end;
    for (std::uint64_t beyond = 0; beyond < 256; ++beyond) {
      EXPECT_EQ(memory.find(address + size + beyond), nullptr);
    }
    previous_end = address + size;
  }
}

TEST(DeviceMemory, TranslateRefusesWhatLeavesTheAllocation) {
  DeviceMemory memory(kMiB);
  const std::uint64_t address = memory.allocate(100).value();
  EXPECT_NE(memory.translate(address, 100), nullptr);
  EXPECT_EQ(memory.translate(address, 101), nullptr);
  EXPECT_EQ(memory.translate(address + 1, 100), nullptr);
  EXPECT_EQ(memory.translate(address + 50, std::numeric_limits<std::uint64_t>::max()), nullptr);
  EXPECT_EQ(memory.translate(address - 4, 4), nullptr);
}

TEST(DeviceMemory, AddressesAreNeverUsedAgain) {
  DeviceMemory memory(kMiB);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t address = memory.allocate(kMiB / 2).value();
    EXPECT_TRUE(seen.insert(address).second);
    ASSERT_TRUE(memory.release(address));
    EXPECT_EQ(memory.find(address), nullptr);
  }
  EXPECT_EQ(memory.used_bytes(), 0U);
}

TEST(DeviceMemory, CapacityIsKept) {
  DeviceMemory memory(kMiB);
  EXPECT_FALSE(memory.allocate(kMiB + 1).has_value());
  EXPECT_FALSE(memory.allocate(std::numeric_limits<std::uint64_t>::max()).has_value());
  EXPECT_FALSE(memory.allocate(0).has_value());
  const std::uint64_t whole = memory.allocate(kMiB).value();
  EXPECT_EQ(memory.used_bytes(), kMiB);
  EXPECT_FALSE(memory.allocate(1).has_value());
  EXPECT_TRUE(memory.release(whole));
  EXPECT_TRUE(memory.allocate(1).has_value());
  EXPECT_EQ(memory.used_bytes(), 256U);
}

TEST(DeviceMemory, ReleaseRefusesWhatIsNoStartOfALiveAllocation) {
  DeviceMemory memory(kMiB);
  const std::uint64_t address = memory.allocate(512).value();
  EXPECT_FALSE(memory.release(address + 256));
  EXPECT_FALSE(memory.release(0));
  EXPECT_TRUE(memory.release(address));
  EXPECT_FALSE(memory.release(address)) << "a second free of the same address";
}

TEST(DeviceMemory, NearestNamesTheAllocationBelowAndTheFreedOne) {
  DeviceMemory memory(kMiB);
  const std::uint64_t kept = memory.allocate(132).value();
  const std::uint64_t freed = memory.allocate(64).value();
  ASSERT_TRUE(memory.release(freed));

  const NearestAllocation past_end = memory.nearest(kept + 136);
  ASSERT_TRUE(past_end.below.has_value());
  EXPECT_EQ(past_end.below->address, kept);
  EXPECT_EQ(past_end.below->size_bytes, 132U);
  EXPECT_FALSE(past_end.inside_freed.has_value());

  const NearestAllocation after_free = memory.nearest(freed + 8);
  ASSERT_TRUE(after_free.inside_freed.has_value());
  EXPECT_EQ(after_free.inside_freed->id, 2U);
  EXPECT_TRUE(after_free.inside_freed->is_freed);
  EXPECT_FALSE(memory.nearest(4).below.has_value());
}

TEST(DeviceMemory, NearestNamesTheAllocationAbove) {
  DeviceMemory memory(kMiB);
  const std::uint64_t first = memory.allocate(132).value();
  const std::uint64_t second = memory.allocate(64).value();
  EXPECT_EQ(memory.nearest(first - 4).above->address, first);
  EXPECT_EQ(memory.nearest(first + 132).above->address, second);
  EXPECT_EQ(memory.nearest(second - 1).above->address, second);
  EXPECT_FALSE(memory.nearest(second + 64).above.has_value());
}

TEST(DeviceMemory, ModuleVariablesAreMarked) {
  DeviceMemory memory(kMiB);
  const std::uint64_t address = memory.allocate(8, true).value();
  EXPECT_TRUE(memory.find(address)->is_module_variable);
}

TEST(DeviceMemory, ManySmallAllocationsWithHolesStayDistinct) {
  DeviceMemory memory(64 * kMiB);
  std::vector<std::uint64_t> addresses;
  for (int i = 0; i < 4000; ++i) addresses.push_back(memory.allocate(16).value());
  for (std::size_t i = 0; i < addresses.size(); i += 2) ASSERT_TRUE(memory.release(addresses[i]));
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    EXPECT_EQ(memory.find(addresses[i] + 15) != nullptr, i % 2 == 1);
  }
}

TEST(DeviceMemory, AnAdoptedRangeIsFoundWhereTheHostHasIt) {
  DeviceMemory memory(kMiB);
  std::vector<std::byte> bytes(100);
  constexpr std::uint64_t kPlace = 0x2000'0000'0000;
  ASSERT_TRUE(memory.adopt(kPlace, bytes.size(), bytes.data()));
  EXPECT_EQ(memory.used_bytes(), 0U);
  EXPECT_EQ(memory.translate(kPlace + 99, 1), &bytes[99]);
  EXPECT_EQ(memory.translate(kPlace + 99, 2), nullptr);
  EXPECT_FALSE(memory.adopt(kPlace + 99, 1, bytes.data()));
  EXPECT_FALSE(memory.adopt(kPlace - 1, 2, bytes.data()));
  EXPECT_FALSE(memory.adopt(kGlobalBase, 1, bytes.data()));
  EXPECT_TRUE(memory.adopt(kPlace + 100, 1, bytes.data()));
  bytes[0] = std::byte{5};
  EXPECT_TRUE(memory.release(kPlace));
  EXPECT_EQ(bytes[0], std::byte{5}) << "the bytes are the caller's";
  EXPECT_TRUE(memory.nearest(kPlace).inside_freed.has_value());
  EXPECT_TRUE(memory.adopt(kPlace, 50, bytes.data())) << "the host may use an address again";
  EXPECT_TRUE(memory.release(kPlace));
  EXPECT_EQ(memory.nearest(kPlace).inside_freed->size_bytes, 50U);
}

TEST(DeviceMemory, DevicesHaveRangesThatDoNotMeet) {
  for (const std::uint32_t count : {1U, 2U, 3U, 8U}) {
    for (std::uint32_t index = 0; index < count; ++index) {
      const DeviceNumber number{index, count};
      const std::uint64_t first = kGlobalBase + index * number.range_bytes();
      EXPECT_EQ(number.owner_of(first), index);
      EXPECT_EQ(number.owner_of(first + number.range_bytes() - 1), index);
      EXPECT_LE(first + number.range_bytes(), kGlobalBase + kGlobalRangeBytes);
      EXPECT_EQ(number.owner_of(kGlobalBase - 1), count);
      EXPECT_EQ(number.owner_of(kGlobalBase + kGlobalRangeBytes), count);
      DeviceMemory memory(kMiB, number);
      EXPECT_EQ(memory.allocate(8).value(), first);
    }
  }
  EXPECT_EQ((DeviceNumber{0, 3}).owner_of(kGlobalBase + kGlobalRangeBytes - 1), 3U)
      << "where a fourth device would be";
}

TEST(DeviceMemory, APeersMemoryIsFoundOnceAccessIsEnabled) {
  DeviceMemory near(kMiB, {0, 2});
  DeviceMemory far(kMiB, {1, 2});
  near.connect(1, &far);
  far.connect(0, &near);
  const std::uint64_t address = far.allocate(100).value();
  EXPECT_EQ(near.find(address), nullptr);
  ASSERT_TRUE(near.unreachable(address).has_value());
  EXPECT_EQ(near.unreachable(address)->device, 1U);
  EXPECT_EQ(near.unreachable(address)->allocation->size_bytes, 100U);
  EXPECT_FALSE(near.unreachable(address + 100).has_value());
  near.enable_peer(1, true);
  EXPECT_EQ(near.find(address), far.find(address));
  EXPECT_EQ(near.translate(address + 99, 1), far.translate(address + 99, 1));
  EXPECT_EQ(near.translate(address + 99, 2), nullptr);
  EXPECT_FALSE(near.unreachable(address).has_value());
  const std::uint64_t mine = near.allocate(8).value();
  EXPECT_EQ(far.find(mine), nullptr) << "access has a direction";
  EXPECT_NE(near.find(mine)->id, far.find(address)->id);
  near.enable_peer(1, false);
  EXPECT_EQ(near.find(address), nullptr);
  near.enable_peer(1, true);
  near.connect(1, nullptr);
  EXPECT_EQ(near.find(address), nullptr);
}

TEST(DeviceMemory, AGrantOfItsOwnDecidesForAnAllocation) {
  DeviceMemory near(kMiB, {0, 2});
  DeviceMemory far(kMiB, {1, 2});
  near.connect(1, &far);
  const std::uint64_t address = far.allocate(8).value();
  EXPECT_TRUE(far.set_grant(address, {true, 0}));
  EXPECT_FALSE(far.set_grant(address + 1, {true, 0}));
  near.enable_peer(1, true);
  EXPECT_EQ(near.find(address), nullptr);
  EXPECT_TRUE(far.set_grant(address, {true, 1}));
  EXPECT_NE(near.find(address), nullptr);
  near.enable_peer(1, false);
  EXPECT_NE(near.find(address), nullptr);
  EXPECT_NE(far.find(address), nullptr);
}

}  // namespace
}  // namespace warpscope::memory
