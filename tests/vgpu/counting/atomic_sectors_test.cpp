// count_atomic_sectors against rule R9 of docs/reference/counters.md, word for word, and against
// what follows from it for few lines.
#include "vgpu/counting/atomic_sectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace warpscope::exec {
namespace {

// In each sector as many as the most lanes that have one of its elements.
std::uint32_t count_packets(const LaneAddresses& addresses, std::uint32_t mask,
                            std::uint32_t size_bytes) {
  std::map<std::uint64_t, std::map<std::uint64_t, std::uint32_t>> lanes;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) != 0) ++lanes[addresses[lane] / 32][addresses[lane] / size_bytes];
  }
  std::uint32_t total = 0;
  for (const auto& [sector, elements] : lanes) {
    std::uint32_t most = 0;
    for (const auto& [element, count] : elements) most = std::max(most, count);
    total += most;
  }
  return total;
}

// No atomic is of one byte, but a caller may ask for it: it is counted as any other.
TEST(AtomicSectors, OfOneByteAreCountedWithinTheLine) {
  for (std::uint64_t line = 0; line < 8; ++line) {
    LaneAddresses addresses;
    for (std::uint32_t lane = 0; lane < 32; ++lane) addresses[lane] = line * 128 + 127 - lane;
    EXPECT_EQ(count_atomic_sectors(addresses, ~0U, 1), 1u) << "line " << line;
    addresses[31] = addresses[0];
    EXPECT_EQ(count_atomic_sectors(addresses, ~0U, 1), 2u) << "line " << line;
  }
}

// Neighbouring lines lie in different banks.
TEST(AtomicSectors, OfFourNeighbouringLinesAreTheLanesOfEachElement) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 4000; ++round) {
    const std::uint32_t size_bytes = 2u << random() % 4;
    const auto mask = static_cast<std::uint32_t>(round % 3 == 0 ? 0xffffffff : random());
    const std::uint64_t range = 1 + random() % (512 / size_bytes);
    LaneAddresses addresses;
    for (std::uint64_t& address : addresses) address = 8192 + random() % range * size_bytes;
    ASSERT_EQ(count_atomic_sectors(addresses, mask, size_bytes),
              count_packets(addresses, mask, size_bytes))
        << round;
  }
}

std::uint64_t bank_of(std::uint64_t line) {
  const auto bit = [&](int index) { return line >> index & 1; };
  return (bit(1) ^ bit(3) ^ bit(4)) + 2 * (bit(0) ^ bit(2) ^ bit(4) ^ bit(5));
}

// Turn by turn for all banks together; a packet has room for `packet_bytes` of a line.
std::uint32_t count_turns(const LaneAddresses& addresses, std::uint32_t mask,
                          std::uint32_t size_bytes, std::uint64_t packet_bytes) {
  std::vector<std::uint64_t> left;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) != 0) left.push_back(addresses[lane]);
  }
  std::uint32_t total = 0;
  while (!left.empty()) {
    std::map<std::uint64_t, std::uint64_t> packet_of_bank;
    std::set<std::pair<std::uint64_t, std::uint64_t>> asked;  // bank and place in the line
    std::set<std::uint64_t> sectors;
    std::vector<std::uint64_t> waiting;
    for (const std::uint64_t address : left) {
      const std::uint64_t bank = bank_of(address / 128), packet = address / packet_bytes;
      packet_of_bank.emplace(bank, packet);
      const bool is_first = asked.emplace(bank, address % 128 / size_bytes).second;
      if (is_first && packet_of_bank.at(bank) == packet) {
        sectors.insert(address / 32);
      } else {
        waiting.push_back(address);
      }
    }
    total += static_cast<std::uint32_t>(sectors.size());
    left = waiting;
  }
  return total;
}

TEST(AtomicSectors, OfManyLinesTakeTurnsInFourBanks) {
  std::mt19937_64 random(6);
  std::size_t different = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::uint32_t size_bytes = 2u << random() % 4;
    const auto mask = static_cast<std::uint32_t>(round % 3 == 0 ? 0xffffffff : random());
    const std::uint64_t range = 1 + random() % (8192 / size_bytes);
    LaneAddresses addresses;
    for (std::uint64_t& address : addresses) address = random() % range * size_bytes;
    if (round % 8 == 0) std::sort(std::begin(addresses), std::end(addresses));
    if (round % 64 == 1) std::fill(std::begin(addresses), std::end(addresses), addresses[0]);
    const std::uint32_t count = count_atomic_sectors(addresses, mask, size_bytes);
    ASSERT_EQ(count, count_turns(addresses, mask, size_bytes, 128)) << round;
    ASSERT_EQ(count_atomic_sectors(addresses, mask, size_bytes, true),
              count_turns(addresses, mask, size_bytes, 64))
        << round;
    different += count != count_packets(addresses, mask, size_bytes) ? 1 : 0;
  }
  EXPECT_GT(different, 100u);  // the rule for few lines would not do
}

// A half has the word around swapped, the first lane of each word first: 32 lanes on 16 words are
// two turns of 2 x 2 and 2 sectors, as address_probes.cu on an H200 has them.
TEST(NarrowAtomics, AreLoopsOfCompareAndSwap) {
  CellUpdates updates;
  updates.before.fill(0);
  updates.wanted.fill(0);
  updates.updated = [](const void*, std::uint32_t, std::uint64_t old) { return old + 1; };
  LaneAddresses& addresses = updates.addresses;
  for (std::uint64_t lane = 0; lane < 32; ++lane) addresses[lane] = 4096 + 2 * lane;
  const NarrowAtomicCounts unit =
      count_narrow_atomic(addresses, narrow_turns(updates, 0xffffffff, false));
  EXPECT_EQ(unit.load_sectors, 2u);
  EXPECT_EQ(unit.turns, 2u);
  EXPECT_EQ(unit.sectors, 6u);
  for (std::uint64_t lane = 0; lane < 32; ++lane) addresses[lane] = 4096 + lane % 8 * 2;
  const NarrowAtomicCounts mod8 =
      count_narrow_atomic(addresses, narrow_turns(updates, 0xffffffff, false));
  EXPECT_EQ(mod8.load_sectors, 1u);
  EXPECT_EQ(mod8.turns, 8u);
  EXPECT_EQ(mod8.sectors, 36u);
  EXPECT_EQ(count_narrow_atomic(addresses, narrow_turns(updates, 0, false)).turns, 0u);
  for (std::uint64_t& address : addresses) address = 4096;
  const NarrowAtomicCounts once =
      count_narrow_atomic(addresses, narrow_turns(updates, 0xffffffff, true));
  EXPECT_EQ(once.turns, 1u);
  EXPECT_EQ(once.sectors, 32u);
}

}  // namespace
}  // namespace warpscope::exec
