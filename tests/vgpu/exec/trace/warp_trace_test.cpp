// Accesses as a warp's trace keeps them, beside the sectors and words that their lanes' addresses
// touch: what lies as the access before did is not looked at again.
#include "vgpu/exec/trace/warp_trace.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <variant>
#include <vector>

#include "vgpu/counting/l1_banks.h"
#include "vgpu/exec/trace/trace_reader.h"

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kAllLanes = 0xffffffff;
using Addresses = std::array<std::uint64_t, 32>;

struct Expected {
  std::set<std::uint64_t> sectors;
  std::uint32_t bank_words = 0;
};

/// As TracedSectors takes down a load of 4 bytes by all lanes.
Expected load(WarpTrace& trace, std::uint32_t site, const Addresses& addresses) {
  Expected expected;
  for (const std::uint64_t address : addresses) expected.sectors.insert(address / 32);
  expected.bank_words = words_of_fullest_bank(addresses.data(), kAllLanes, 4);
  if (!trace.add_again(site, addresses.data(), 1)) {
    std::array<std::uint64_t, 32> sectors;
    for (std::size_t i = 0; i < 32; ++i) sectors[i] = addresses[i] / 32;
    trace.add_sectors(site, sectors.data(), sectors.size());
    trace.add_bank_words(site, expected.bank_words);
    trace.keep_shape(site, addresses.data(), 1, true);
  }
  AccessCounters counts;
  counts.instructions = 1;
  counts.requests = 1;
  counts.sectors() = expected.sectors.size();
  trace.end_access(site, kAllLanes, counts);
  trace.end_accesses();
  return expected;
}

struct Read {
  std::vector<SectorRun> runs;
  std::uint32_t bank_words = 0;
};

std::vector<Read> read(const WarpTrace& trace) {
  std::vector<Read> accesses;
  TraceReader reader({trace.data(), trace.size_bytes()});
  while (const auto record = reader.next()) {
    if (const auto* access = std::get_if<TracedAccess>(&*record))
      accesses.push_back({{access->runs.begin(), access->runs.end()}, access->bank_words});
  }
  return accesses;
}

Addresses rows(std::uint64_t first, std::uint64_t row_bytes, std::uint64_t lanes_of_row) {
  Addresses addresses;
  for (std::uint64_t lane = 0; lane < 32; ++lane)
    addresses[lane] = first + lane / lanes_of_row * row_bytes + lane % lanes_of_row * 4;
  return addresses;
}

void expect_same(const std::vector<Read>& traced, const std::vector<Expected>& expected) {
  ASSERT_EQ(traced.size(), expected.size());
  for (std::size_t i = 0; i < traced.size(); ++i) {
    std::set<std::uint64_t> sectors;
    std::size_t count = 0;
    for (const SectorRun& run : traced[i].runs) {
      for (std::uint32_t k = 0; k < run.count; ++k) sectors.insert(run.first + k);
      count += run.count;
    }
    EXPECT_EQ(sectors, expected[i].sectors) << i;
    EXPECT_EQ(count, expected[i].sectors.size()) << i << ": a sector twice";
    EXPECT_EQ(traced[i].bank_words, expected[i].bank_words) << i;
  }
}

TEST(WarpTrace, HasTheSectorsOfLanesThatStayAsFarApart) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    WarpTrace trace;
    trace.begin(2);
    trace.enter(0, kAllLanes);
    std::vector<Expected> expected;
    const std::uint64_t row_bytes = 4 * (random() % 600), lanes = 1U << random() % 6;
    std::uint64_t first = (std::uint64_t{1} << 30) + 4 * (random() % 64);
    for (int turn = 0; turn < 40; ++turn) {
      expected.push_back(load(trace, 0, rows(first, row_bytes, lanes)));
      if (turn % 8 == 7) expected.push_back(load(trace, 1, rows(first, 4, 32)));
      first += std::array<std::uint64_t, 4>{4, 32, 128, 4096}[random() % 4];
      if (turn == 20) expected.push_back(load(trace, 0, rows(first, row_bytes + 36, lanes)));
    }
    expect_same(read(trace), expected);
  }
}

TEST(WarpTrace, HasTheSectorsOfLanesInAnyOrder) {
  std::mt19937_64 random(4);
  WarpTrace trace;
  trace.begin(1);
  trace.enter(0, kAllLanes);
  std::vector<Expected> expected;
  for (int turn = 0; turn < 2000; ++turn) {
    const std::uint64_t span = std::uint64_t{64} << random() % 8;
    const std::uint64_t first = (std::uint64_t{1} << 30) + 4 * (random() % 1000);
    Addresses addresses;
    for (std::uint64_t& address : addresses) address = first + 4 * (random() % span);
    expected.push_back(load(trace, 0, addresses));
  }
  for (const std::uint64_t last : {63U, 64U}) {  // the widest that is near, and one more
    Addresses addresses;
    for (std::uint64_t lane = 0; lane < 32; ++lane) addresses[lane] = (1 << 20) + lane % 2 * 32;
    addresses[1] = (1 << 20) + last * 32;
    expected.push_back(load(trace, 0, addresses));
  }
  auto traced = read(trace);
  expect_same(traced, expected);
}

TEST(WarpTrace, TakesFewBytesForTilesThatMoveOn) {
  WarpTrace trace;
  trace.begin(1);
  trace.enter(0, kAllLanes);
  for (std::uint64_t turn = 0; turn < 1000; ++turn)
    load(trace, 0, rows((1 << 20) + turn * 4096, 0, 16));  // two rows of a block read the same
  EXPECT_LT(trace.size_bytes(), 5'000U);
}

}  // namespace
}  // namespace warpscope::exec
