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

TEST(MemoryPath, WideLoadsTakeLonger) {
  arch::Profile profile = arch::test::profile("h100");
  const auto cycles = [&](Action action, Kind kind, std::uint32_t lane_bytes) {
    Sm sm(profile);
    const Access access(kind, 64, 1);
    sm.path.issue(0, action, access.of(lane_bytes), 0);
    // Again, when all is there.
    const Ticks now = 10'000 * kTicksPerCycle;
    return static_cast<double>(sm.path.issue(0, action, access.of(lane_bytes), now).result - now) /
           kTicksPerCycle;
  };
  for (const double wide : {1.0, 2.5}) {
    profile.clock.address_unit.shared_wide_cycles = wide;
    profile.clock.caches.l1_wide_cycles = 2 * wide;
    const double shared = cycles(Action::shared_load, Kind::shared_load, 4);
    EXPECT_DOUBLE_EQ(cycles(Action::shared_load, Kind::shared_load, 1), shared);
    EXPECT_DOUBLE_EQ(cycles(Action::shared_load, Kind::shared_load, 8), shared + wide);
    EXPECT_DOUBLE_EQ(cycles(Action::shared_load, Kind::shared_load, 16), shared + 2 * wide);
    const double global = cycles(Action::load, Kind::global_load, 4);
    EXPECT_DOUBLE_EQ(cycles(Action::load, Kind::global_load, 8), global + 2 * wide);
    EXPECT_DOUBLE_EQ(cycles(Action::load, Kind::global_load, 16), global + 4 * wide);
  }
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
