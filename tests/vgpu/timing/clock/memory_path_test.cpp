#include "vgpu/timing/clock/memory_path.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/profiles.h"

namespace warpscope::timing {
namespace {

using Kind = exec::AccessSite::Kind;

constexpr std::uint64_t kL1Bytes = 1 << 16;

/// One access of a warp to whole lines from `first_line` on.
struct Access {
  Access(Kind kind, std::uint64_t first_line, std::size_t count, std::uint16_t wavefronts = 1) {
    site.kind = kind;
    for (std::uint64_t line = first_line; line < first_line + count; ++line)
      lines.push_back({line, 0xF, 1});
    request.lines = static_cast<std::uint32_t>(count);
    request.sectors = static_cast<std::uint8_t>(4 * count);
    request.wavefronts = wavefronts;
  }
  MemoryRequest of(std::uint32_t lane_bytes = 4) const {
    MemoryRequest memory;
    memory.request = &request;
    memory.site = &site;
    memory.lines = lines;
    memory.lane_bytes = lane_bytes;
    return memory;
  }
  exec::AccessSite site;
  Request request;
  std::vector<LineRequest> lines;
};

/// An SM that is alone with L2.
struct Sm {
  explicit Sm(const arch::Profile& profile) : l2(profile, {}), path(profile, kL1Bytes, l2) {}
  L2 l2;
  MemoryPath path;
};

/// When the last of so many stores of four lines has left, which were all issued at once.
Ticks last_of_stores(std::uint32_t sectors_ahead, std::size_t stores) {
  arch::Profile profile = arch::test::profile("h100");
  profile.clock.address_unit.sectors_ahead = sectors_ahead;
  Sm sm(profile);
  Ticks left = 0;
  for (std::size_t i = 0; i < stores; ++i)
    left = sm.path.issue(0, Action::store, Access(Kind::global_store, 64 + 4 * i, 4).of(), 0).left;
  return left;
}

TEST(MemoryPath, StoresWaitWhenMoreSectorsAreUnderWayThanMayBe) {
  constexpr std::uint32_t kSectors = 64, kOfAStore = 16, kNoEnd = 1 << 16;
  EXPECT_EQ(last_of_stores(kSectors, kSectors / kOfAStore),
            last_of_stores(kNoEnd, kSectors / kOfAStore));
  EXPECT_GT(last_of_stores(kSectors, 64), last_of_stores(4 * kSectors, 64));
  EXPECT_GT(last_of_stores(4 * kSectors, 64), last_of_stores(kNoEnd, 64));
  // In the long run they leave the unit as fast as sectors leave the SM.
  const Ticks cycles =
      (last_of_stores(kSectors, 256) - last_of_stores(kSectors, 128)) / kTicksPerCycle;
  const double rate = arch::test::profile("h100").clock.caches.sm_to_l2_sectors_per_cycle;
  EXPECT_NEAR(static_cast<double>(cycles), 128 * kOfAStore / rate, 128 * kOfAStore / rate / 20);
}

TEST(MemoryPath, AtomicsWaitForTheSameRoom) {
  arch::Profile profile = arch::test::profile("h100");
  const auto last = [&](std::uint32_t sectors_ahead) {
    profile.clock.address_unit.sectors_ahead = sectors_ahead;
    Sm sm(profile);
    Ticks left = 0;
    for (std::uint64_t i = 0; i < 64; ++i)
      left = sm.path.issue(0, Action::global_atomic, Access(Kind::global_atomic, 64 + i, 1).of(), 0)
                 .left;
    return left;
  };
  EXPECT_EQ(last(64), last(1 << 16));
  EXPECT_GT(last(32), last(64));
}

/// Cycles of an access when all that it loads is there.
double cycles_again(const arch::Profile& profile, Action action, const MemoryRequest& memory) {
  Sm sm(profile);
  sm.path.issue(0, action, memory, 0);
  const Ticks now = 10'000 * kTicksPerCycle;
  return static_cast<double>(sm.path.issue(0, action, memory, now).result - now) / kTicksPerCycle;
}

TEST(MemoryPath, WideLoadsOfSharedMemoryTakeLonger) {
  arch::Profile profile = arch::test::profile("h100");
  const auto cycles = [&](std::uint32_t lane_bytes) {
    return cycles_again(profile, Action::shared_load,
                        Access(Kind::shared_load, 64, 1).of(lane_bytes));
  };
  for (const double wide : {1.0, 2.5}) {
    profile.clock.address_unit.shared_wide_cycles = wide;
    const double word = cycles(4);
    EXPECT_DOUBLE_EQ(cycles(1), word);
    EXPECT_DOUBLE_EQ(cycles(8), word + wide);
    EXPECT_DOUBLE_EQ(cycles(16), word + 2 * wide);
  }
}

TEST(MemoryPath, LoadsFromL1TakeLongerForEachWordInABank) {
  arch::Profile profile = arch::test::profile("h100");
  const auto cycles = [&](std::uint8_t words, std::size_t lines) {
    Access access(Kind::global_load, 64, lines);
    access.request.bank_words = words;
    return cycles_again(profile, Action::load, access.of());
  };
  for (const double more : {2.0, 3.0}) {
    profile.clock.caches.l1_bank_cycles = more;
    EXPECT_DOUBLE_EQ(cycles(1, 1), cycles(0, 1));
    EXPECT_DOUBLE_EQ(cycles(2, 1), cycles(1, 1) + more);
    EXPECT_DOUBLE_EQ(cycles(32, 32), cycles(1, 32) + 31 * more);
  }
  // So many lines are looked up in a cycle.
  EXPECT_DOUBLE_EQ(profile.clock.address_unit.lines_per_cycle, 4);
  EXPECT_DOUBLE_EQ(cycles(1, 4), cycles(1, 1));
  EXPECT_DOUBLE_EQ(cycles(1, 5), cycles(1, 1) + 1);
  EXPECT_DOUBLE_EQ(cycles(1, 32), cycles(1, 1) + 7);
}

/// Cycles of the address unit for one of many accesses.
double busy_cycles(const arch::Profile& profile, Action action, const Access& access) {
  Sm sm(profile);
  sm.path.issue(0, action, access.of(), 0);
  return static_cast<double>(sm.path.busy()) / kTicksPerCycle;
}

TEST(MemoryPath, WordsInABankKeepTheUnit) {
  const arch::Profile profile = arch::test::profile("h100");
  const auto busy = [&](std::uint8_t words, std::size_t lines) {
    Access access(Kind::global_load, 64, lines);
    access.request.sectors = static_cast<std::uint8_t>(lines);
    access.request.bank_words = words;
    return busy_cycles(profile, Action::load, access);
  };
  EXPECT_DOUBLE_EQ(busy(32, 32), 32);
  EXPECT_DOUBLE_EQ(busy(4, 4), 4);
  EXPECT_DOUBLE_EQ(busy(1, 32), 32 / profile.clock.address_unit.lines_per_cycle);
}

// As on an H200: a store of a whole row four cycles, of a word in each of 32 rows 64.
TEST(MemoryPath, StoresToLocalMemoryLeaveTheMultiprocessorAsOthersDo) {
  const arch::Profile profile = arch::test::profile("h200");
  const auto left = [&](Kind kind, std::size_t lines, std::uint8_t sectors, std::uint64_t stores) {
    Sm sm(profile);
    Ticks last = 0;
    for (std::uint64_t i = 0; i < stores; ++i) {
      Access access(kind, 64 + lines * (i % 32), lines);
      for (LineRequest& line : access.lines) line.sectors = sectors;
      last = sm.path.issue(0, Action::store, access.of(), 0).left;
    }
    return last;
  };
  const auto cycles_each = [&](Kind kind, std::size_t lines, std::uint8_t sectors) {
    constexpr std::uint64_t kStores = 512;
    const Ticks more =
        left(kind, lines, sectors, 2 * kStores) - left(kind, lines, sectors, kStores);
    return static_cast<double>(more) / kTicksPerCycle / static_cast<double>(kStores);
  };
  EXPECT_NEAR(cycles_each(Kind::local_store, 1, 0xF), 4, 0.8);
  EXPECT_NEAR(cycles_each(Kind::local_store, 32, 1), 64, 6);
  EXPECT_DOUBLE_EQ(cycles_each(Kind::local_store, 32, 1), cycles_each(Kind::global_store, 32, 1));
}

TEST(MemoryPath, SwapsOfSharedMemoryKeepTheUnitForTheirOwnTime) {
  arch::Profile profile = arch::test::profile("h100");
  profile.clock.address_unit.shared_swap_cycles = 3;
  const auto busy = [&](bool is_swap) {
    Sm sm(profile);
    const Access access(Kind::shared_atomic, 0, 0, 8);
    MemoryRequest memory = access.of();
    memory.is_swap = is_swap;
    sm.path.issue(0, Action::shared_atomic, memory, 0);
    return sm.path.busy() / kTicksPerCycle;
  };
  EXPECT_EQ(busy(false), 8U);
  EXPECT_EQ(busy(true), 24U);
}

}  // namespace
}  // namespace warpscope::timing
