// Launches that the clock timed, in a trace for Perfetto.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "record/export/chrome_trace.h"
#include "record/json_value.h"

namespace warpscope::record {
namespace {

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
  auto& timeline = clock.timeline.emplace();
  timeline.blocks = {{0, 0, 100, 400}, {2, 0, 100, 300}, {1, 1, 100, 200}, {4, 0, 350, 500}};
  timeline.states = {"selected", "long_scoreboard"};
  timeline.warps = {{0, 3, 110, {0, 20, 1, 200, 0, 5}}};
  timeline.interval_cycles = 32;
  timeline.bytes_in_flight = {256, 512};
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
  ASSERT_EQ(spans.size(), 3U);
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
  auto& timeline = *record.launches[0].clock->timeline;
  const auto most = std::numeric_limits<std::uint64_t>::max();
  timeline.blocks = {{most, ~0U, most, 0}};
  timeline.warps = {{most, ~0U, most, {most, most, 1}}};
  record.launches[0].clock->sms = 0;
  EXPECT_EQ(events(record, "block").size(), 1U);
  EXPECT_EQ(events(record, "warp")[0]["name"], "unknown");
  record.device.clock_hz = 0;
  EXPECT_TRUE(events(record, "block").empty());
  record.device.clock_hz = 1e-300;
  EXPECT_THROW(to_chrome_trace(record), RecordError);
}

TEST(ClockTracks, AreKeptInTheRecord) {
  const auto json = to_json_value(timed().launches[0]);
  const auto read = launch_from_json(JsonView(json));
  EXPECT_EQ(to_json_value(read), json);
  EXPECT_EQ(read.clock->timeline->warps.at(0).spans.at(3), 200U);
}

}  // namespace
}  // namespace warpscope::record
