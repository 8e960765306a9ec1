// What the overlap lab teaches, in the records of its graded files.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"
#include "runner/metrics/case_metrics.h"
#include "tests/slides/slide_source.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::RunRecord;

double value(const RunRecord& record, const std::string& case_name, std::string_view metric) {
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const std::array index{static_cast<std::uint32_t>(found - record.cases.begin())};
  return runner::case_metric_value(record, index, metric).value_or(NAN);
}

double span_us(const RunRecord& record, const std::string& case_name) {
  return value(record, case_name, "warpscope__timeline_span.us");
}

double at_once(const RunRecord& record, const std::string& case_name) {
  return value(record, case_name, "warpscope__timeline_operations_at_once.ratio");
}

const slides::Slide& slide(const std::vector<slides::Slide>& deck, const std::string& anchor) {
  return *std::ranges::find(deck, anchor, &slides::Slide::anchor);
}

/// Numbers as decks write them: "16 384".
double number(std::string text) {
  std::erase(text, ' ');
  return std::stod(text);
}

TEST(Overlap, TheTableOfEnginesIsTheReferences) {
  const auto deck = slides::read_deck(WARPSCOPE_SOURCE_DIR "/slides/overlap.md");
  const RunRecord record = labs::graded({"overlap", "reference"}).record;
  const auto& rows = slide(deck, "engines-modelled").rows;
  ASSERT_EQ(rows.size(), 4U);
  constexpr std::array kTasks{"sequential", "depth_first", "breadth_first"};
  for (std::size_t row = 1; row < rows.size(); ++row) {
    for (std::size_t task = 0; task < kTasks.size(); ++task) {
      const auto name = std::string(kTasks[task]) + "/engines-" + rows[row][0];
      EXPECT_NEAR(number(rows[row][task + 1]), span_us(record, name), 0.51) << name;
    }
  }
}

TEST(Overlap, TheTablesOfChunksAndSizesAreTheReferences) {
  const auto deck = slides::read_deck(WARPSCOPE_SOURCE_DIR "/slides/overlap.md");
  const RunRecord record = labs::graded({"overlap", "reference"}).record;
  struct {
    const char *anchor, *first_row, *second_row;
  } const tables[] = {{"chunks-modelled", "depth_first/chunks-", "breadth_first/chunks-"},
                      {"size-modelled", "sequential/size-", "depth_first/size-"}};
  for (const auto& table : tables) {
    const auto& rows = slide(deck, table.anchor).rows;
    // Two rows are modelled; two are measured, which tests/slides compares.
    ASSERT_EQ(rows.size(), 5U) << table.anchor;
    for (std::size_t column = 1; column < rows[0].size(); ++column) {
      const auto x = std::to_string(std::lround(number(rows[0][column])));
      EXPECT_NEAR(number(rows[1][column]), span_us(record, table.first_row + x), 0.51) << x;
      EXPECT_NEAR(number(rows[2][column]), span_us(record, table.second_row + x), 0.51) << x;
    }
  }
}

TEST(Overlap, CurvesHaveTheShapesThatTheLabExplains) {
  const RunRecord record = labs::graded({"overlap", "reference"}).record;
  // One engine: depth first is slower than one piece, breadth first faster.
  EXPECT_GT(span_us(record, "depth_first/engines-1"), span_us(record, "sequential/engines-1"));
  EXPECT_LT(span_us(record, "breadth_first/engines-1"), span_us(record, "sequential/engines-1"));
  // A third engine changes nothing.
  for (const std::string task : {"sequential/", "depth_first/", "breadth_first/"}) {
    EXPECT_DOUBLE_EQ(std::round(span_us(record, task + "engines-2") * 1e3),
                     std::round(span_us(record, task + "engines-3") * 1e3))
        << task;
  }
  // More chunks help, until their costs weigh more.
  EXPECT_LT(span_us(record, "depth_first/chunks-4"), span_us(record, "depth_first/chunks-1"));
  EXPECT_GT(span_us(record, "depth_first/chunks-64"), span_us(record, "depth_first/chunks-1"));
  // Three streams keep three engines busy; kernels that leave room go on side by side in more.
  EXPECT_LT(span_us(record, "depth_first/streams-2"), span_us(record, "depth_first/streams-1"));
  EXPECT_LT(span_us(record, "depth_first/streams-3"), span_us(record, "depth_first/streams-2"));
  EXPECT_LT(span_us(record, "depth_first/streams-4"), span_us(record, "depth_first/streams-3"));
  EXPECT_NEAR(span_us(record, "depth_first/streams-16"), span_us(record, "depth_first/streams-8"),
              1);
  // Pageable memory: nothing overlaps depth first.
  EXPECT_LE(at_once(record, "depth_first/pageable-4"), 1);
  EXPECT_GT(at_once(record, "depth_first/chunks-4"), 1.6);
  // A small job is faster in one piece.
  EXPECT_GT(span_us(record, "depth_first/size-1024"), span_us(record, "sequential/size-1024"));
  EXPECT_LT(span_us(record, "depth_first/size-131072"), span_us(record, "sequential/size-131072"));
}

TEST(Overlap, TheStarterHasWhatTheHandoutSays) {
  const RunRecord record = labs::graded({"overlap", "starter"}).record;
  const auto handout = read_file(lab_folder("overlap") / "handout.md");
  ASSERT_TRUE(record.score.has_value());
  std::string points = std::to_string(record.score->points);
  points.erase(points.find_last_not_of('0') + 1);
  if (points.back() == '.') points.pop_back();
  EXPECT_NE(handout.find("It scores " + points + " of 100"), std::string::npos) << points;
  // Three things are in the way, and are named one after the other.
  EXPECT_TRUE(has_finding(record, "waiting-copies-serialise"));
  EXPECT_TRUE(has_finding(record, "default-stream-serialises"));
  EXPECT_EQ(record.findings.front().id, "waiting-copies-serialise");
  EXPECT_GT(value(record, "depth_first/engines-3", "warpscope__copies_pageable.sum"), 0);
}

TEST(Overlap, KernelsSideBySideAreThoseThatAnH200Ran) {
  const auto deck = slides::read_deck(WARPSCOPE_SOURCE_DIR "/slides/overlap.md");
  const auto& rows = slide(deck, "kernels-overlap").rows;
  std::istringstream measured(
      read_file(WARPSCOPE_SOURCE_DIR "/bench/h200/results/kernels_side_by_side_2026-11-23.csv"));
  std::string line;
  std::getline(measured, line);  // part,blocks,one_stream_ms,four_streams_ms
  for (std::size_t row = 1; row < rows.size(); ++row) {
    ASSERT_TRUE(std::getline(measured, line));
    std::ranges::replace(line, ',', ' ');
    std::istringstream cells(line);
    std::string part;
    double blocks = 0, one_stream = 0, four_streams = 0;
    cells >> part >> blocks >> one_stream >> four_streams;
    EXPECT_EQ(number(rows[row][0]), blocks);
    EXPECT_NEAR(number(rows[row][2]), one_stream, 0.0051) << line;
    EXPECT_NEAR(number(rows[row][3]), four_streams, 0.0051) << line;
  }
  EXPECT_FALSE(std::getline(measured, line));
}

TEST(Overlap, TheMistakeOfTheFoundingTableIsWhatTheDeckSays) {
  const auto deck = slides::read_deck(WARPSCOPE_SOURCE_DIR "/slides/overlap.md");
  const auto& rows = slide(deck, "founding-table").rows;
  ASSERT_EQ(rows.size(), 6U);
  const double best = number(rows[4][1]);
  EXPECT_NEAR(number(rows[5][1]) / best, 1.55, 0.005);
  EXPECT_NEAR(number(rows[3][1]) / best, 1.447, 0.0005);
}

}  // namespace
}  // namespace warpscope::labs
