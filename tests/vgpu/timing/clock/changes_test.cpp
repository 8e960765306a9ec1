#include "vgpu/timing/clock/changes.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "tests/support/profiles.h"

namespace warpscope::timing {
namespace {

using Kind = exec::AccessSite::Kind;

std::vector<exec::AccessSite> site(Kind kind) {
  std::vector<exec::AccessSite> sites(1);
  sites[0].kind = kind;
  return sites;
}

/// One request: of each of so many lines the sector in this column.
WarpRequests column(std::uint64_t first_line, std::uint32_t lines, std::uint32_t sector,
                    std::uint16_t least) {
  WarpRequests warp;
  for (std::uint32_t i = 0; i < lines; ++i)
    warp.lines.push_back({first_line + i, std::uint64_t{1} << sector, 1});
  Request request;
  request.lines = lines;
  request.sectors = static_cast<std::uint8_t>(lines);
  request.least = least;
  request.wavefronts = 32;
  warp.requests.push_back(request);
  return warp;
}

using Sectors = std::multiset<std::pair<std::uint64_t, std::uint32_t>>;

void add(const WarpRequests& warp, Sectors& sectors) {
  for (const LineRequest& line : warp.lines_of(warp.requests[0])) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      if ((line.sectors >> i & 1) != 0) sectors.insert({line.line, i});
    }
  }
}

/// Warps that read 32 rows column by column, 8 words to a sector, touch each sector of 32 lines 8
/// times; coalesced, they would touch each once.
TEST(Changes, FewestSectorsTouchTogetherWhatAllNeedAndNothingTwice) {
  const auto sites = site(Kind::global_load);
  ChangedRequests changed(Change::fewest_sectors);
  Sectors sectors;
  for (std::uint32_t word = 0; word < 32; ++word) {
    WarpRequests warp = column(1000, 32, word / 8, 4);
    changed.apply(warp, sites);
    EXPECT_EQ(warp.requests[0].lines, 1U);
    EXPECT_EQ(warp.requests[0].sectors, 4U);
    add(warp, sectors);
  }
  EXPECT_EQ(sectors.size(), 128U);
  EXPECT_EQ(std::set(sectors.begin(), sectors.end()).size(), 128U);
  EXPECT_EQ(sectors.begin()->first, 1000U);
  EXPECT_EQ(sectors.rbegin()->first, 1031U);
}

TEST(Changes, FewestSectorsOfARequestThatNeedsAllAreThese) {
  ChangedRequests changed(Change::fewest_sectors);
  WarpRequests warp = column(7, 4, 2, 4);
  changed.apply(warp, site(Kind::global_store));
  Sectors sectors;
  add(warp, sectors);
  EXPECT_EQ(sectors, (Sectors{{7, 2}, {8, 2}, {9, 2}, {10, 2}}));
}

TEST(Changes, FewestSectorsLeaveOtherMemoryAlone) {
  ChangedRequests changed(Change::fewest_sectors);
  for (const Kind kind : {Kind::asynchronous_copy, Kind::global_atomic, Kind::local_load}) {
    WarpRequests warp = column(7, 32, 0, 1);
    changed.apply(warp, site(kind));
    EXPECT_EQ(warp.requests[0].lines, 32U);
  }
}

TEST(Changes, NoBankConflictsAreOfSharedMemory) {
  ChangedRequests changed(Change::no_bank_conflicts);
  WarpRequests shared = column(0, 0, 0, 2), constant = shared;
  changed.apply(shared, site(Kind::shared_load));
  changed.apply(constant, site(Kind::constant_load));
  EXPECT_EQ(shared.requests[0].wavefronts, 2U);
  EXPECT_EQ(constant.requests[0].wavefronts, 32U);
}

TEST(Changes, NoBarrierWaitsGoOn) {
  WarpRequests warp;
  warp.requests.emplace_back().kind = Request::Kind::barrier;
  warp.requests[0].waits = true;
  const auto sites = site(Kind::barrier);
  ChangedRequests(std::nullopt).apply(warp, sites);
  ChangedRequests(Change::fewest_sectors).apply(warp, sites);
  EXPECT_TRUE(warp.requests[0].waits);
  ChangedRequests(Change::no_barrier_waits).apply(warp, sites);
  EXPECT_FALSE(warp.requests[0].waits);
}

/// Their site is the number of a PTX instruction, which is an access's site by chance at most, and
/// their lines are no lines of memory.
TEST(Changes, OfAccessesLeaveMbarriersAndBulkCopiesAlone) {
  for (const auto kind : {Request::Kind::mbarrier, Request::Kind::bulk}) {
    WarpRequests warp = column(7, 32, 0, 1);
    warp.requests[0].kind = kind;
    ChangedRequests(Change::fewest_sectors).apply(warp, site(Kind::global_load));
    ChangedRequests(Change::no_bank_conflicts).apply(warp, site(Kind::shared_load));
    EXPECT_EQ(warp.requests[0].lines, 32U);
    EXPECT_EQ(warp.requests[0].wavefronts, 32U);
    warp.requests[0].site = 1000;
    ChangedRequests(Change::no_bank_conflicts).apply(warp, site(Kind::shared_load));
    EXPECT_EQ(warp.requests[0].wavefronts, 32U);
  }
}

TEST(Changes, OfAProfileAreWhatTheirPageSays) {
  const arch::Profile profile = arch::test::profile("h200");
  const auto at_once = changed_profile(profile, Change::no_memory_latency);
  EXPECT_EQ(at_once.clock.dram.latency_cycles, 0);
  EXPECT_EQ(at_once.clock.caches.l2_hit_cycles, 0);
  EXPECT_EQ(at_once.clock.caches.l1_hit_cycles, profile.clock.caches.l1_hit_cycles);
  EXPECT_EQ(at_once.memory.dram_bytes_per_s, profile.memory.dram_bytes_per_s);
  const auto unlimited = changed_profile(profile, Change::unlimited_memory);
  EXPECT_GT(unlimited.memory.dram_bytes_per_s, 1e5 * profile.memory.dram_bytes_per_s);
  EXPECT_EQ(unlimited.clock.dram.latency_cycles, profile.clock.dram.latency_cycles);
  const auto units = changed_profile(profile, Change::unlimited_units);
  EXPECT_EQ(units.clock.pipes.fp64_cycles, 0);
  EXPECT_EQ(units.clock.pipes.taken_branch_cycles, profile.clock.pipes.taken_branch_cycles);
  const auto queues = changed_profile(profile, Change::no_atomic_queues);
  EXPECT_EQ(queues.memory.atomic_sector_s, 0);
  EXPECT_EQ(queues.memory.atomic_sectors_per_s, profile.memory.atomic_sectors_per_s);
}

TEST(Changes, FullOccupancyHasAsManyBlocksAsThreadsLeaveRoomFor) {
  const arch::Profile profile = arch::test::profile("h200");
  const arch::BlockNeeds block{256, 100 << 10, 128};
  EXPECT_EQ(resident_blocks(profile.sm, block, {}), 2U);
  EXPECT_EQ(resident_blocks(profile.sm, block, Change::no_launch_cost), 2U);
  EXPECT_EQ(resident_blocks(profile.sm, block, Change::full_occupancy), 8U);
}

}  // namespace
}  // namespace warpscope::timing
