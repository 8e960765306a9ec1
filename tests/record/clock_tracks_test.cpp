// Launches that the clock timed, in a trace for Perfetto.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "record/export/chrome_trace.h"
#include "record/timeline_slice.h"

namespace warpscope::record {
namespace {

ClockTimeline timeline() {
  ClockTimeline of;
  of.blocks = {{0, 0, 100, 400}, {2, 0, 100, 300}, {1, 1, 100, 200}, {4, 0, 350, 500}};
  of.states = {"selected", "long_scoreboard"};
  of.warps = {{0, 3, 110, {0, 20, 1, 200, 0, 5}}, {0, 1, 110, {0, 300}}};
  of.interval_cycles = 32;
  of.bytes_in_flight = {256, 512};
  using Kind = ClockTimeline::Transfer::Kind;
  of.transfers = {{Kind::bulk_copies, 0, 0, 1U << 3, 1U << 1, 2, 8192, 150, 120, 300, 310, 350},
                  {Kind::bulk_copies, 0, 1, 1U << 3, 1U << 1, 2, 8192, 150, 125, 330, 0, 0},
                  {Kind::bulk_copies, 0, 0, 1U << 3, 1U << 1, 2, 8192, 150, 360, 400, 400, 0}};
  return of;
}

void keep(RunRecord& record, const ClockTimeline& of) {
  Timelines timelines;
  timelines.add(0, to_slice(of));
  record.timelines = std::make_shared<const Timelines>(std::move(timelines));
}

RunRecord timed() {
  RunRecord record;
  record.device.clock_hz = 1e9;
  auto& launch = record.launches.emplace_back();
  launch.id = 0;
  launch.kernel = "k()";
  launch.start_s = 1e-3;
  launch.duration_s = 1e-6;
  auto& clock = launch.clock.emplace();
  clock.sms = 2;
  keep(record, timeline());
  return record;
}

std::vector<nlohmann::json> events(const RunRecord& record, std::string_view category) {
  std::vector<nlohmann::json> found;
  const auto trace = nlohmann::json::parse(to_chrome_trace(record));
  for (const auto& event : trace["traceEvents"]) {
    if (event.value("cat", "") == category || event["ph"] == category) found.push_back(event);
  }
  return found;
}

TEST(ClockTracks, HaveBlocksThatAreOnAnSmTogetherInRowsOfTheirOwn) {
  const auto blocks = events(timed(), "block");
  ASSERT_EQ(blocks.size(), 4U);
  EXPECT_EQ(blocks[0]["name"], "block 0");
  EXPECT_DOUBLE_EQ(blocks[0]["ts"].get<double>(), 1000.1);
  EXPECT_NEAR(blocks[0]["dur"].get<double>(), 0.3, 1e-9);
  EXPECT_NE(blocks[0]["tid"], blocks[1]["tid"]);
  EXPECT_NE(blocks[0]["tid"], blocks[2]["tid"]);
  EXPECT_EQ(blocks[3]["tid"], blocks[1]["tid"]);  // which has ended by then
}

TEST(ClockTracks, HaveWarpsWithWhatTheyWaitFor) {
  const auto spans = events(timed(), "warp");
  ASSERT_EQ(spans.size(), 4U);
  EXPECT_EQ(spans[0]["name"], "issues");
  EXPECT_DOUBLE_EQ(spans[0]["ts"].get<double>(), 1000.11);
  EXPECT_EQ(spans[1]["name"], "long_scoreboard");
  EXPECT_EQ(spans[1]["args"]["waits_for"], "a result from L1 or behind it");
  EXPECT_NEAR(spans[2]["ts"].get<double>(), 1000.33, 1e-9);
}

TEST(ClockTracks, CountBytesInFlightForAnSm) {
  const auto counts = events(timed(), "C");
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_EQ(counts[1]["args"]["bytes"], 256U);
  EXPECT_NEAR(counts[1]["ts"].get<double>(), 1000.032, 1e-9);
}

TEST(ClockTracks, OfARecordThatSomebodyMadeAreHarmless) {
  auto record = timed();
  ClockTimeline of = timeline();
  const auto most = std::numeric_limits<std::uint64_t>::max();
  of.blocks = {{most, ~0U, most, 0}};
  of.warps = {{most, ~0U, most, {most, most, 1}}};
  of.transfers[0] = {
      of.transfers[0].kind, most, ~0U, most, most, most, most, most, most, most, 0, 0};
  keep(record, of);
  record.launches[0].clock->sms = 0;
  EXPECT_EQ(events(record, "block").size(), 1U);
  EXPECT_EQ(events(record, "warp")[0]["name"], "unknown");
  record.device.clock_hz = 0;
  EXPECT_TRUE(events(record, "block").empty());
  record.device.clock_hz = 1e-300;
  EXPECT_THROW(to_chrome_trace(record), RecordError);
}

TEST(ClockTracks, HaveTransfersFromAskedToUsedInARowForEachStage) {
  const auto parts = events(timed(), "transfer");
  ASSERT_EQ(parts.size(), 6U);
  EXPECT_EQ(parts[0]["name"], "asked, on the way");
  EXPECT_NEAR(parts[0]["ts"].get<double>(), 1000.12, 1e-9);
  EXPECT_NEAR(parts[0]["dur"].get<double>(), 0.18, 1e-9);
  EXPECT_EQ(parts[0]["args"]["bytes"], 8192);
  EXPECT_EQ(parts[0]["args"]["asked by"], "warp 3");
  EXPECT_EQ(parts[1]["name"], "there, not used yet");
  EXPECT_EQ(parts[2]["name"], "in use");
  EXPECT_EQ(parts[2]["args"]["used by"], "warp 1");
  // The next of the stage, in the same row; the other stage in another one.
  EXPECT_EQ(parts[3]["tid"], parts[0]["tid"]);
  EXPECT_NE(parts[5]["tid"], parts[0]["tid"]);
}

TEST(ClockTracks, LeadFromTheWarpThatAskedToTheWarpThatUsed) {
  const auto trace = nlohmann::json::parse(to_chrome_trace(timed()));
  std::vector<nlohmann::json> flow;
  for (const auto& event : trace["traceEvents"]) {
    if (event.value("cat", "") == "flow") flow.push_back(event);
  }
  ASSERT_EQ(flow.size(), 6U);  // of two transfers: nobody has used the third
  EXPECT_EQ(flow[0]["ph"], "s");
  EXPECT_EQ(flow[0]["tid"], 1);  // warp 3 is the first row
  EXPECT_EQ(flow[1]["ph"], "t");
  EXPECT_EQ(flow[2]["ph"], "f");
  EXPECT_EQ(flow[2]["tid"], 2);
  EXPECT_EQ(flow[0]["id"], flow[2]["id"]);
  EXPECT_NE(flow[0]["id"], flow[3]["id"]);
}

TEST(ClockTracks, OfLaunchesWithoutTransfersHaveNoRowsForThem) {
  auto record = timed();
  ClockTimeline of = timeline();
  of.transfers.clear();
  keep(record, of);
  EXPECT_EQ(to_chrome_trace(record).find("transfers to shared memory"), std::string::npos);
  EXPECT_NE(to_chrome_trace(timed()).find("transfers to shared memory"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::record
