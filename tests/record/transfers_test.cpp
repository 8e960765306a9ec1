#include "record/transfers.h"

#include <gtest/gtest.h>

#include <memory>

#include "record/export/transfers_csv.h"
#include "record/timeline_slice.h"

namespace warpscope::record {
namespace {

using Kind = ClockTimeline::Transfer::Kind;

/// Two stages of block 5, and one transfer of block 2 that nobody used.
ClockTimeline two_stages() {
  ClockTimeline of;
  of.transfers = {{Kind::loads, 5, 0, 2, 1, 4, 1000, 300, 100, 500, 600, 700},
                  {Kind::loads, 5, 1, 2, 1, 4, 1000, 300, 150, 550, 700, 900},
                  {Kind::loads, 5, 0, 2, 1, 4, 1000, 300, 700, 1000, 1100, 1300},
                  {Kind::loads, 5, 0, 2, 1, 4, 1000, 300, 1200, 1500, 1600, 1700},
                  {Kind::bulk_copies, 2, 0, 2, 0, 1, 1000, 300, 100, 400, 0, 0}};
  of.interval_cycles = 100;
  of.bytes_in_flight = {0, 4000, 2000, 0};
  return of;
}

RunRecord record_of(const ClockTimeline& timeline) {
  RunRecord record;
  record.device.clock_hz = 1e9;
  record.device.dram_bytes_per_s = 8e9;
  record.device.sm_count = 4;
  record.program.label = "p";
  auto& launch = record.launches.emplace_back();
  launch.kernel = "k()";
  launch.start_s = 1e-6;
  launch.duration_s = 2e-6;
  launch.clock.emplace().sms = 2;
  Timelines timelines;
  timelines.add(0, to_slice(timeline));
  record.timelines = std::make_shared<const Timelines>(std::move(timelines));
  return record;
}

TEST(Transfers, HaveARowForEachStageAndAnotherWhereTheyOverlap) {
  const auto rows = transfer_rows(two_stages());
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].transfers, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(rows[1].transfers, std::vector<std::size_t>{3});  // asked for before 2 was given back
  EXPECT_EQ(rows[1].stage, 0U);
  EXPECT_EQ(rows[2].stage, 1U);
  EXPECT_EQ(rows[3].block, 2U);
}

TEST(Transfers, AreSummedUp) {
  const auto record = record_of(two_stages());
  const auto summary = transfer_summary(record, two_stages());
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->transfers, 5U);
  EXPECT_DOUBLE_EQ(summary->bytes, 1000);
  EXPECT_NEAR(summary->on_the_way_s, (400 + 400 + 300 + 300 + 300) / 5e9, 1e-15);
  EXPECT_NEAR(summary->latency_s, 300e-9, 1e-15);
  EXPECT_NEAR(summary->waits_s, (100 + 150 + 100 + 100) / 4e9, 1e-15);
  EXPECT_NEAR(summary->in_use_s, (100 + 200 + 200 + 100) / 4e9, 1e-15);
  EXPECT_EQ(summary->most_open, 2U);
  const auto in_flight = bytes_in_flight(record.launches[0], two_stages());
  ASSERT_TRUE(in_flight);
  EXPECT_DOUBLE_EQ(in_flight->mean, 750);
  EXPECT_DOUBLE_EQ(in_flight->most, 2000);
  // 300 ns x 8 bytes a ns, of 4 SMs.
  EXPECT_NEAR(*bytes_for_peak(record, summary->latency_s), 600, 1e-9);
  EXPECT_FALSE(transfer_summary(record, {}));
  EXPECT_FALSE(bytes_in_flight(record.launches[0], {}));
}

TEST(Transfers, OfTheLongestLaunchesComeFirst) {
  auto record = record_of(two_stages());
  Timelines timelines;
  for (std::uint32_t id = 0; id < 3; ++id) {
    if (id != 0) record.launches.push_back(record.launches[0]);
    record.launches[id].id = id;
    record.launches[id].duration_s = 1e-6 * (id + 1);
    timelines.add(id, to_slice(id == 2 ? ClockTimeline{} : two_stages()));
  }
  record.timelines = std::make_shared<const Timelines>(std::move(timelines));
  const auto rings = longest_rings(record, 2);
  ASSERT_EQ(rings.size(), 2U);  // the longest has none
  EXPECT_EQ(rings[0].launch->id, 1U);
  EXPECT_EQ(longest_rings(record, 1).size(), 1U);
  record.timelines.reset();
  EXPECT_TRUE(longest_rings(record, 2).empty());
}

TEST(Transfers, SayWhichWarpsTheyAreOf) {
  EXPECT_EQ(warps_text(0), "no warp");
  EXPECT_EQ(warps_text(1U << 8), "warp 8");
  EXPECT_EQ(warps_text(0xFF), "warps 0 to 7");
  EXPECT_EQ(warps_text(0b1011), "warps 0, 1, 3");
  EXPECT_EQ(warps_text(~std::uint64_t{0}), "warps 0 to 63");
}

TEST(Transfers, AreATable) {
  const auto record = record_of(two_stages());
  const std::string table = transfers_to_csv({&record, 1});
  EXPECT_NE(table.find("label,launch,kernel,block,stage,kind,asked_by"), std::string::npos);
  EXPECT_NE(table.find("p,0,k(),5,0,loads and stores,warp 1,warp 0,4,1000,300,100,500,600,700,"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("p,0,k(),2,0,bulk copies,warp 1,no warp,1,1000,300,100,400,,,"),
            std::string::npos)
      << table;
}

TEST(Transfers, OfALaunchBesideOthersAreStretchedWithIt) {
  auto record = record_of(two_stages());
  EXPECT_DOUBLE_EQ(time_of_cycle(record, record.launches[0], 500), 1.5e-6);
  record.launches[0].clock->alone_s = 1e-6;
  EXPECT_DOUBLE_EQ(time_of_cycle(record, record.launches[0], 500), 2e-6);
}

}  // namespace
}  // namespace warpscope::record
