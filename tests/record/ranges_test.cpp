// Ranges and marks by NVTX in a record, and what is drawn and written of them.
#include "record/ranges.h"

#include <gtest/gtest.h>

#include <limits>

#include "record/export/chrome_trace.h"
#include "record/export/csv.h"
#include "tests/record/sample_record.h"

namespace warpscope::record {
namespace {

Range range(std::string name, std::optional<std::uint32_t> parent, double start_s, double end_s) {
  Range made;
  made.name = std::move(name);
  made.parent = parent;
  made.thread = 1;
  made.start_s = start_s;
  made.end_s = end_s;
  return made;
}

RunRecord record_with_ranges() {
  auto record = test::sample_record();
  record.ranges = {range("epoch 1", std::nullopt, 0, 10), range("forward", 0, 0, 4),
                   range("backward", 0, 3, 10)};
  record.launches.at(0).ranges = {1};
  record.marks = {{"saved", "", 1, 5e-6}};
  return record;
}

TEST(Ranges, HaveThePathOfThoseAroundThem) {
  auto record = record_with_ranges();
  EXPECT_EQ(range_path(record, 1), "epoch 1/forward");
  EXPECT_EQ(range_path(record, 1, 8), "\u2026forward");
  EXPECT_EQ(ranges_text(record, {1, 2}), "epoch 1/forward, epoch 1/backward");
  record.ranges[0].domain = record.ranges[1].domain = "net";
  record.ranges[1].name = "";
  EXPECT_EQ(range_path(record, 1), "net: epoch 1/(no name)");
  EXPECT_EQ(range_path(record, 99), "");
}

TEST(Ranges, ThatAreTheirOwnParentsEnd) {
  RunRecord record;
  record.ranges = {range("a", 1, 0, 1), range("b", 0, 0, 1), range("c", 2, 0, 1)};
  EXPECT_EQ(range_path(record, 0), "a");
  EXPECT_EQ(range_path(record, 1), "a/b");
  EXPECT_EQ(range_path(record, 2), "c");
  EXPECT_EQ(range_rows(record).size(), 3U);
}

TEST(Ranges, OfOneRowDoNotOverlapAndInnerOnesLieBelow) {
  auto record = record_with_ranges();
  record.ranges.push_back(range("next", std::nullopt, 10, 12));
  record.ranges.push_back(range("nothing", 3, 10, 10));
  record.ranges.push_back(
      range("no time", std::nullopt, std::numeric_limits<double>::infinity(), 1));
  const auto rows = range_rows(record);
  EXPECT_EQ(rows[0].row, 0U);
  EXPECT_EQ(rows[1].row, 1U);
  EXPECT_EQ(rows[2].row, 2U) << "it begins before forward has ended";
  EXPECT_EQ(rows[3].row, 0U);
  EXPECT_EQ(rows[4].row, 1U);
}

TEST(Ranges, StandInTheTraceBesideTheLaunches) {
  const auto trace = to_chrome_trace(record_with_ranges());
  EXPECT_NE(trace.find("\"NVTX, of what was asked for in them (modelled)\""), std::string::npos)
      << trace;
  EXPECT_NE(trace.find("\"name\": \"backward\""), std::string::npos) << trace;
  EXPECT_NE(trace.find("\"ranges\": \"epoch 1/forward\""), std::string::npos) << trace;
  EXPECT_NE(trace.find("\"name\": \"saved\""), std::string::npos) << trace;
  EXPECT_EQ(to_chrome_trace(test::sample_record()).find("NVTX"), std::string::npos);
}

TEST(Ranges, AreAColumnOfLaunchesInCsv) {
  const auto csv = launches_to_csv(std::vector{record_with_ranges()});
  EXPECT_NE(csv.find(",ranges,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",epoch 1/forward,"), std::string::npos) << csv;
}

// Records without ranges are byte for byte what they were before there were any.
TEST(Ranges, AreKeptInTheFileWhereThereAreAny) {
  const auto without = to_json(test::sample_record());
  for (const auto* field : {"\"ranges\"", "\"marks\"", "left_out\": 0,\n  \"ranges"})
    EXPECT_EQ(without.find(field), std::string::npos) << field;
  auto record = record_with_ranges();
  record.ranges_left_out = 7;
  record.ranges[2].is_pushed = false;
  const auto again = from_json(to_json(record));
  ASSERT_EQ(again.ranges.size(), 3U);
  EXPECT_EQ(again.ranges[1].parent, 0U);
  EXPECT_FALSE(again.ranges[2].is_pushed);
  EXPECT_EQ(again.ranges_left_out, 7U);
  EXPECT_EQ(again.launches[0].ranges, std::vector<std::uint32_t>{1});
  ASSERT_EQ(again.marks.size(), 1U);
  EXPECT_EQ(again.marks[0].name, "saved");
  EXPECT_EQ(to_json(again), to_json(record));
}

TEST(Ranges, AreSummedUpInWords) {
  auto record = record_with_ranges();
  EXPECT_EQ(ranges_in_words(record), "3 ranges and 1 mark by NVTX");
  record.marks_left_out = 1'000;
  EXPECT_EQ(ranges_in_words(record), "3 ranges and 1 mark by NVTX; 1,000 more found no place");
  EXPECT_EQ(ranges_in_words(RunRecord{}), "");
}

}  // namespace
}  // namespace warpscope::record
