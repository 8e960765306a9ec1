// Which atomics wait for each other: as bench/h200/atomic_queues.cu found on an H200.
#include "vgpu/counting/atomic_queues.h"

#include <gtest/gtest.h>

#include <functional>

namespace warpscope::exec {
namespace {

constexpr std::uint64_t kBase = std::uint64_t{1} << 40;

// Of one warp, lane l at byte place(l).
AtomicPackets packets_of(const std::function<std::uint64_t(std::uint64_t)>& place) {
  LaneAddresses addresses;
  for (std::uint32_t lane = 0; lane < 32; ++lane) addresses[lane] = kBase + place(lane);
  AtomicPackets packets;
  find_atomic_packets(addresses, 0xffffffff, 4, false, packets);
  return packets;
}

AtomicQueues queues_of(const AtomicPackets& packets, bool computes_floats = false) {
  AtomicQueues queues;
  queues.add(packets, computes_floats);
  return queues;
}

TEST(AtomicQueues, AllLanesOfOneWordTakeTheirTurns) {
  const AtomicPackets packets = packets_of([](std::uint64_t) { return 64; });
  EXPECT_EQ(queues_of(packets).longest(), 32u);
  EXPECT_EQ(queues_of(packets).longest_of_floats(), 0u);
  EXPECT_EQ(queues_of(packets, true).longest_of_floats(), 32u);
}

// Measured as multiples of a turn: 3.3, 8, 8, 15, 7.4, 4.2, 3.0 and 1.8.
TEST(AtomicQueues, LanesApartAreServedByMoreAndMoreParts) {
  const auto longest = [](std::uint64_t stride) {
    return queues_of(packets_of([=](std::uint64_t lane) { return lane * stride; })).longest();
  };
  EXPECT_EQ(longest(4), 4u);
  EXPECT_EQ(longest(8), 8u);
  EXPECT_EQ(longest(16), 8u);   // 512 bytes: two parts
  EXPECT_EQ(longest(32), 16u);  // 1 KiB: the same two
  EXPECT_EQ(longest(64), 8u);
  EXPECT_EQ(longest(128), 4u);
  EXPECT_EQ(longest(256), 2u);
  EXPECT_EQ(longest(1024), 1u);
}

// Fractions wait where they meet in a sector, and no longer than others where they do not.
TEST(AtomicQueues, FractionsWaitForEachOtherInASector) {
  const AtomicPackets apart = packets_of([](std::uint64_t lane) { return lane * 32; });
  EXPECT_EQ(queues_of(apart, true).longest(), 16u);
  EXPECT_EQ(queues_of(apart, true).longest_of_floats(), 1u);
  const AtomicPackets two_words = packets_of([](std::uint64_t lane) { return lane % 2 * 4; });
  EXPECT_EQ(queues_of(two_words, true).longest_of_floats(), 16u);
}

TEST(AtomicQueues, InPartsOrInAnotherOrderTheyAreTheSame) {
  const AtomicPackets one = packets_of([](std::uint64_t) { return 0; });
  const AtomicPackets other = packets_of([](std::uint64_t lane) { return 4096 + lane * 4; });
  AtomicQueues together, first, second;
  for (int round = 0; round < 3; ++round) {
    together.add(one, true);
    together.add(other, false);
    second.add(other, false);
    first.add(one, true);
  }
  second.take(first);
  EXPECT_EQ(second.longest(), together.longest());
  EXPECT_EQ(second.longest(), 96u);
  EXPECT_EQ(second.longest_of_floats(), together.longest_of_floats());
  EXPECT_EQ(first.longest(), 0u);
  EXPECT_EQ(first.longest_of_floats(), 0u);
}

TEST(AtomicQueues, ManyPlacesAreHardlyLongerThanTheirShare) {
  AtomicQueues queues;
  constexpr std::uint64_t kWarps = 1 << 15;
  for (std::uint64_t warp = 0; warp < kWarps; ++warp)
    queues.add(packets_of([=](std::uint64_t lane) { return (warp * 32 + lane) * 256; }), false);
  EXPECT_LT(queues.longest(), kWarps * 32 / 1024 * 2);
}

}  // namespace
}  // namespace warpscope::exec
