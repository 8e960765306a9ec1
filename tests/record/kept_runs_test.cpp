// Curves and timelines that are kept beside decks.
#include "record/kept_runs.h"

#include <gtest/gtest.h>

namespace warpscope::record {
namespace {

RunRecord record_of_two_cases() {
  RunRecord record;
  record.device.clock_hz = 1e9;
  record.device.times = Provenance::modelled;
  record.cases.resize(2);
  record.cases[0].name = "copy/1";
  record.cases[1].name = "copy/2";
  for (const std::uint32_t index : {0U, 1U}) {
    Transfer copy;
    copy.case_index = index;
    copy.size_bytes = 4096;
    copy.start_s = 1 + index;
    copy.duration_s = 2e-6;
    record.transfers.push_back(copy);
    copy.start_s += 1e-6;  // overlaps the first one
    copy.stream = 1;
    record.transfers.push_back(copy);
    Launch launch;
    launch.case_index = index;
    launch.kernel = "void copy<4>(float*, int)";
    launch.start_s = 1 + index + 3e-6;
    launch.duration_s = 1e-6;
    launch.phases = {{0, 0, 0, "load", 0, 0, 400}, {0, 1, 0, "store", 0, 500, 1000}};
    record.launches.push_back(launch);
  }
  return record;
}

TEST(KeptTimeline, BeginsWithItsCase) {
  const auto timeline = kept_timeline(record_of_two_cases(), "copy/2");
  EXPECT_EQ(timeline.source, "modelled");
  ASSERT_EQ(timeline.lanes.size(), 3U);
  EXPECT_EQ(timeline.lanes[0].title, "copy to device");
  ASSERT_EQ(timeline.lanes[0].bars.size(), 2U);
  EXPECT_EQ(timeline.lanes[0].bars[0].label, "4 KiB");
  EXPECT_EQ(timeline.lanes[0].bars[0].begin_us, 0);
  EXPECT_EQ(timeline.lanes[0].bars[1].begin_us, 1);
  EXPECT_EQ(timeline.lanes[0].bars[1].row, 1U) << "it begins before the first one ends";
  const auto& launch = timeline.lanes[1].bars.at(0);
  EXPECT_EQ(launch.label, "copy<4>");
  EXPECT_EQ(launch.begin_us, 3);
  EXPECT_EQ(launch.end_us, 4);
  ASSERT_EQ(timeline.lanes[2].bars.size(), 2U);
  const auto& store = timeline.lanes[2].bars[1];
  EXPECT_EQ(store.label, "store");
  EXPECT_EQ(store.row, 1U) << "a row for each warp";
  EXPECT_EQ(store.begin_us, 3.5);
  EXPECT_THROW(kept_timeline(record_of_two_cases(), "copy/3"), std::runtime_error);
}

TEST(KeptTimeline, RefusesWhatNobodyCouldTellApart) {
  auto record = record_of_two_cases();
  record.transfers.resize(500, record.transfers.front());
  EXPECT_THROW(kept_timeline(record, "copy/1"), std::runtime_error);
}

TEST(KeptRuns, AreTheSameAfterReading) {
  KeptRuns runs;
  runs.lab = "sample";
  runs.curves = {{"starter",
                  "stride",
                  "counter",
                  "copy",
                  "a \"title\"",
                  "x",
                  "y",
                  "exact count",
                  {{1, 4}, {2, 0.333333}}}};
  runs.timelines = {kept_timeline(record_of_two_cases(), "copy/1")};
  runs.timelines[0].program = "reference";
  const auto text = to_text(runs);
  EXPECT_EQ(to_text(kept_runs_from_text(text)), text);
  const auto read = kept_runs_from_text(text);
  EXPECT_EQ(read.curves[0].points, runs.curves[0].points);
  EXPECT_EQ(read.timelines[0].lanes[2].bars[1].label, "store");
}

TEST(KeptRuns, SayWhereTheyAreDamaged) {
  const auto error_of = [](const char* text) {
    try {
      kept_runs_from_text(text);
    } catch (const RecordError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(error_of("[]"), "");
  EXPECT_NE(error_of(R"({"lab": "a", "curves": [], "timelines": [{"program": "p", "case": "c",
      "source": "s", "lanes": [{"title": "t", "bars": [["launch", "k", 0, 5, 4]]}]}]})")
                .find("bars[0]"),
            std::string::npos);
  EXPECT_NE(error_of(R"({"lab": "a", "curves": [], "timelines": [{"program": "p", "case": "c",
      "source": "s", "lanes": [{"title": "t", "bars": [["walk", "k", 0, 4, 5]]}]}]})")
                .find("of no known kind"),
            std::string::npos);
}

TEST(KeptRuns, RoundTheSameWayEverywhere) {
  EXPECT_EQ(kept_value(2.0 / 3), 0.666667);
  EXPECT_EQ(kept_value(123456789), 123457000);
  EXPECT_EQ(kept_time_us(1.2345678e-6), 1.235);
}

}  // namespace
}  // namespace warpscope::record
