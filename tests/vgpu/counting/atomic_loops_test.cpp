// The turns of atomics that are loops, against threads that do what ptxas 13.0's code for sm_90
// does, and against an H200 (shared_probes.cu and value_probes.cu in tests/golden/h200).
#include "vgpu/counting/atomic_loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <vector>

#include "vgpu/counting/bank_conflicts.h"

namespace warpscope::exec {
namespace {

using Update = std::function<std::uint64_t(std::uint32_t lane, std::uint64_t old)>;

// All cells hold `initial`; lane l's is at address[l].
struct Loop {
  CellUpdates updates;
  Update update;

  Loop(const std::function<std::uint64_t(std::uint32_t)>& address, std::uint64_t initial,
       Update what)
      : update(std::move(what)) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) updates.addresses[lane] = address(lane);
    updates.before.fill(initial);
    updates.wanted.fill(initial);
    updates.operands = &update;
    updates.updated = [](const void* given, std::uint32_t lane, std::uint64_t old) {
      return (*static_cast<const Update*>(given))(lane, old);
    };
  }
  SharedAtomicCounts count(const LoopTurns& turns, std::uint32_t size_bytes) const {
    LaneOffsets offsets;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      offsets[lane] = static_cast<std::uint32_t>(updates.addresses[lane]);
    return count_shared_loop(turns, offsets, size_bytes);
  }
};

std::uint64_t same(std::uint32_t) { return 0; }
std::uint64_t or_one(std::uint32_t, std::uint64_t old) { return old | 1; }
std::uint64_t max_one(std::uint32_t, std::uint64_t old) { return std::max<std::uint64_t>(old, 1); }
std::uint64_t plus_one(std::uint32_t, std::uint64_t old) { return (old + 1) & 0xffff; }

// atom_or_64/same on an H200: 17 turns when the first lane sets the bit, for then two half-warps
// succeed in each turn; 16 when it is set already. atom_max_64/same: 2, and none.
TEST(SpinLoops, TakeFewerTurnsWhenNothingChanges) {
  EXPECT_EQ(spin_turns(Loop(same, 0, or_one).updates, 0xffffffff, 8, false).count, 17u);
  EXPECT_EQ(spin_turns(Loop(same, 1, or_one).updates, 0xffffffff, 8, false).count, 16u);
  EXPECT_EQ(spin_turns(Loop(same, 0, plus_one).updates, 0xffffffff, 8, false).count, 32u);
  const Loop maximum(same, 0, max_one);
  const LoopTurns turns = spin_turns(maximum.updates, 0xffffffff, 8, true);
  const SharedAtomicCounts counts = maximum.count(turns, 8);
  EXPECT_EQ(counts.loads, 2u);
  EXPECT_EQ(counts.atomics, 1u);
  const Loop nothing(same, 1, max_one);
  const SharedAtomicCounts none =
      nothing.count(spin_turns(nothing.updates, 0xffffffff, 8, true), 8);
  EXPECT_EQ(none.loads, 1u);
  EXPECT_EQ(none.atomics, 0u);
}

TEST(SpinLoops, AreOverWhenEachLaneHasItsOwnBank) {
  const Loop loop([](std::uint32_t lane) { return 4 * lane; }, 0, plus_one);
  EXPECT_EQ(spin_turns(loop.updates, 0xffffffff, 4, false).count, 1u);
  EXPECT_EQ(spin_turns(loop.updates, 0, 4, false).count, 0u);
}

// What a warp of such a loop does, over a map of cells.
std::vector<std::uint32_t> turns_of_threads(const Loop& loop, std::uint32_t mask,
                                            std::uint32_t size_bytes, bool leaves) {
  std::map<std::uint64_t, std::uint64_t> memory;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    memory[loop.updates.addresses[lane]] = loop.updates.before[lane];
  std::vector<std::uint32_t> swaps;
  for (std::uint32_t left = mask; left != 0;) {
    const auto loaded = memory;
    std::uint32_t tries = 0;
    std::map<std::uint64_t, bool> taken;  // by half-warp and bank
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      if ((left >> lane & 1u) == 0) continue;
      const std::uint64_t address = loop.updates.addresses[lane];
      const std::uint64_t old = loaded.at(address), value = loop.update(lane, old);
      if (leaves && value == old) {
        left &= ~(1u << lane);
        continue;
      }
      tries |= 1u << lane;
      const std::uint64_t half = size_bytes == 8 ? lane / 16 : 0;
      if (std::exchange(taken[half * 32 + address / 4 % 32], true)) continue;
      if (memory[address] != old) continue;
      memory[address] = value;
      left &= ~(1u << lane);
    }
    swaps.push_back(tries);
  }
  return swaps;
}

TEST(SpinLoops, AreThoseOfThreads) {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t size_bytes = round % 2 == 0 ? 4 : 8, cells = 1 + random() % 80;
    std::vector<std::uint64_t> operands(32), places(32);
    for (std::uint64_t& operand : operands) operand = random() % (1 + round % 5);
    for (std::uint64_t& place : places) place = random() % cells * size_bytes;
    const bool is_max = round % 3 == 0;
    const Loop loop([&](std::uint32_t lane) { return places[lane]; }, round % 4,
                    [&](std::uint32_t lane, std::uint64_t old) {
                      return is_max ? std::max(old, operands[lane]) : old + operands[lane];
                    });
    const auto mask = static_cast<std::uint32_t>(random());
    const LoopTurns turns = spin_turns(loop.updates, mask, size_bytes, is_max);
    const std::vector<std::uint32_t> expected = turns_of_threads(loop, mask, size_bytes, is_max);
    ASSERT_EQ(turns.count, expected.size());
    for (std::uint32_t k = 0; k < turns.count; ++k)
      ASSERT_EQ(turns.turns[k].swapping, expected[k]) << "turn " << k;
  }
}

// Atomics of 16 bits, as shared_probes.cu on an H200 has them: n lanes of one word are n turns, of
// which the k-th swaps for the n - k + 1 lanes that are left.
TEST(NarrowLoops, SwapTheWordsAround) {
  const Loop same_half(same, 0, plus_one);
  const SharedAtomicCounts all =
      same_half.count(narrow_turns(same_half.updates, 0xffffffff, false), 2);
  EXPECT_EQ(all.atomics, 32u);
  EXPECT_EQ(all.atomic, (Wavefronts{1056, 496}));
  EXPECT_EQ(all.loads, 1u);
  EXPECT_EQ(all.load, (Wavefronts{1, 0}));
  const Loop unit([](std::uint32_t lane) { return 2 * lane; }, 0, plus_one);
  const SharedAtomicCounts halves = unit.count(narrow_turns(unit.updates, 0xffffffff, false), 2);
  EXPECT_EQ(halves.atomics, 2u);
  EXPECT_EQ(halves.atomic, (Wavefronts{6, 1}));
  // Different words of one bank change in the same turn.
  const Loop bank([](std::uint32_t lane) { return 128 * lane; }, 0, plus_one);
  const SharedAtomicCounts three = bank.count(narrow_turns(bank.updates, 0x7, false), 2);
  EXPECT_EQ(three.atomics, 1u);
  EXPECT_EQ(three.atomic, (Wavefronts{6, 2}));
  EXPECT_EQ(three.load, (Wavefronts{3, 2}));
  EXPECT_EQ(narrow_turns(bank.updates, 0, false).count, 0u);
}

TEST(NarrowLoops, EndAtOnceWhenNothingChanges) {
  const Loop loop(same, 1, or_one);
  EXPECT_EQ(narrow_turns(loop.updates, 0xffffffff, false).count, 1u);
}

// A compare-and-swap that fails on its own half is over; one that finds the other half changed
// tries again.
TEST(NarrowSwaps, ComeAgainForTheOtherHalf) {
  const Loop same_half(same, 0, plus_one);
  EXPECT_EQ(narrow_turns(same_half.updates, 0xffffffff, true).count, 1u);
  const Loop both([](std::uint32_t lane) { return 2 * lane; }, 0, plus_one);
  const LoopTurns turns = narrow_turns(both.updates, 0xf, true);
  ASSERT_EQ(turns.count, 2u);
  EXPECT_EQ(turns.turns[1].swapping, 0xau);
  const Loop unchanged([](std::uint32_t lane) { return 2 * lane; }, 0,
                       [](std::uint32_t, std::uint64_t old) { return old; });
  EXPECT_EQ(narrow_turns(unchanged.updates, 0xf, true).count, 1u);
}

}  // namespace
}  // namespace warpscope::exec
