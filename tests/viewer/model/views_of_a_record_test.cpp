// What the panes make of a record: heat, curves, timeline.
#include <gtest/gtest.h>

#include <limits>

#include "record/derived.h"
#include "tests/viewer/support/sample_records.h"
#include "viewer/model/missing.h"
#include "viewer/model/source_heat.h"
#include "viewer/model/sweep_series.h"
#include "viewer/model/time_window.h"
#include "viewer/model/timeline.h"

namespace warpscope::viewer::test {
namespace {

TEST(SourceHeat, GivesRatiosOfTheLine) {
  const auto record = student_record();
  const auto heat = source_heat(record, "exercise.cu", heat_kind("sectors"));
  ASSERT_EQ(heat.size(), kLoadLine);
  const HeatLine& line = heat[kLoadLine - 1];
  ASSERT_EQ(line.cells.size(), 3U);
  const auto &load = line.cells[0], &store = line.cells[1], &lanes = line.cells[2];
  ASSERT_TRUE(load && store && lanes);
  // Strides 1, 2, 4, 8, 16, 32 touch 4, 8, 16, 32, 32, 32 sectors: 124 over six launches.
  EXPECT_NEAR(load->value, 124.0 / 6, 1e-9);
  EXPECT_NEAR(load->excess, 124.0 / 24, 1e-9);
  EXPECT_DOUBLE_EQ(store->value, 4);
  EXPECT_DOUBLE_EQ(store->excess, 1);
  EXPECT_DOUBLE_EQ(lanes->value, 32);
  EXPECT_FALSE(heat[0].cells[0] || heat[0].cells[1] || heat[0].cells[2]);
}

TEST(SourceHeat, RestrictsToOneLaunch) {
  const auto heat = source_heat(student_record(), "exercise.cu", heat_kind("sectors"),
                                [](const record::Launch& launch) { return launch.id == 5; });
  EXPECT_DOUBLE_EQ(heat[kLoadLine - 1].cells[0]->value, 32);
  EXPECT_DOUBLE_EQ(heat[kLoadLine - 1].cells[0]->excess, 8);
}

TEST(SourceHeat, IgnoresOtherFilesAndAbsurdLines) {
  auto record = student_record();
  EXPECT_TRUE(source_heat(record, "other.cu", heat_kind("sectors")).empty());
  for (auto& launch : record.launches) {
    for (auto& line : launch.lines) line.where.line = std::numeric_limits<std::uint32_t>::max();
  }
  EXPECT_TRUE(source_heat(record, "exercise.cu", heat_kind("sectors")).empty());
}

TEST(SourceHeat, FindsTheExerciseAmongTheSources) {
  auto record = student_record();
  record.sources.insert(record.sources.begin(), {"labs/sample/driver.cu", ""});
  EXPECT_EQ(main_source(record), 1U);
  record.program.path = "elsewhere/driver.cu";
  EXPECT_EQ(main_source(record), 0U);
  record.sources.clear();
  EXPECT_FALSE(main_source(record).has_value());
}

TEST(SourceHeat, TellsFilesOfTheSameNameApart) {
  auto record = student_record();
  record.sources = {{"a/x.cu", ""}, {"b/x.cu", ""}, {"c/y.cu", ""}};
  EXPECT_EQ(source_titles(record), (std::vector<std::string>{"a/x.cu", "b/x.cu", "y.cu"}));
}

TEST(SweepSeries, FollowsTheCases) {
  auto record = student_record();
  const auto sectors = sweep_series(record, "stride", SweepQuantity::counter);
  ASSERT_EQ(sectors.size(), 1U);
  ASSERT_EQ(sectors[0].points.size(), 6U);
  EXPECT_DOUBLE_EQ(sectors[0].points[0].y, 4);
  EXPECT_DOUBLE_EQ(sectors[0].points[5].y, 18) << "32 loaded and 4 stored over two requests";
  const auto bandwidth = sweep_series(record, "stride", SweepQuantity::bandwidth);
  EXPECT_GT(bandwidth[0].points[0].y, bandwidth[0].points[5].y);
  EXPECT_TRUE(sweep_series(record, "other", SweepQuantity::bandwidth).empty());
  record.sweeps[0].metric = record::derived::kSectorsPerLoadRequest;
  EXPECT_DOUBLE_EQ(sweep_series(record, "stride", SweepQuantity::counter)[0].points[5].y, 32);
}

TEST(SweepSeries, TakesTheMeasuredQuantityThatIsDrawn) {
  record::Sweep sweep;
  record::MeasuredCurve curve;
  curve.points = {{4, 2e12, 3e-6}};
  const auto y = [&](SweepQuantity quantity) {
    const auto points = measured_points(curve, sweep, quantity);
    return points.empty() ? 0 : points.at(0)[1];
  };
  EXPECT_DOUBLE_EQ(y(SweepQuantity::bandwidth), 2000);
  EXPECT_TRUE(measured_points(curve, sweep, SweepQuantity::counter).empty()) << "a count";
  sweep.metric = "warpscope__timeline_span.us";
  EXPECT_DOUBLE_EQ(y(SweepQuantity::counter), 3);
  curve.points[0].bytes_per_s = 0;
  EXPECT_TRUE(measured_points(curve, sweep, SweepQuantity::bandwidth).empty());
}

TEST(SweepSeries, TakesOtherProgramsKeptAndMeasuredUnderOneNumber) {
  auto record = student_record();
  record.beside_curves = {{"stride", "step-2", "copy", {{1, 2e11, {}}}},
                          {"stride", "ways/library", "copy", {{1, 3e11, 5.0}, {2, {}, 6.0}}}};
  record.measured_curves = {
      {"stride", "ways/library", "copy", "measured, H200", 1, 4.8e12, {{1, 4e12, 1e-5}}}};
  const auto& sweep = record.sweeps.at(0);
  const auto all = beside_series(record, sweep, SweepQuantity::bandwidth, true);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].label, "step-2");
  EXPECT_DOUBLE_EQ(all[0].points.at(0)[1], 200);
  EXPECT_EQ(all[1].points.size(), 1U) << "the second has no bandwidth";
  EXPECT_EQ(all[2].label, "library: measured, H200");
  EXPECT_EQ(all[2].program, all[1].program);
  EXPECT_TRUE(all[2].is_measured);
  EXPECT_DOUBLE_EQ(all[2].points.at(0)[1], 4000);
  EXPECT_EQ(beside_series(record, sweep, SweepQuantity::bandwidth, false).size(), 2U);
  const auto counted = beside_series(record, sweep, SweepQuantity::counter, true);
  ASSERT_EQ(counted.size(), 1U);
  EXPECT_EQ(counted[0].points.size(), 2U);
}

TEST(SweepSeries, KeepsWrongAnswersAsFailuresAndSortsByX) {
  auto record = student_record();
  record.cases[0].verdict = record::Case::Verdict::wrong;
  record.cases[0].message = "out[3] is 7";
  record.cases[1].sweep_x = 100;
  record.cases[5].verdict = record::Case::Verdict::crashed;
  const auto series = sweep_series(record, "stride", SweepQuantity::counter);
  ASSERT_EQ(series[0].points.size(), 4U);
  EXPECT_EQ(series[0].points.back().case_name, "copy/stride-2");
  ASSERT_EQ(series[0].failures.size(), 2U);
  EXPECT_DOUBLE_EQ(series[0].failures[0].x, 1);
  EXPECT_EQ(series[0].failures[0].verdict, record::Case::Verdict::wrong);
  EXPECT_EQ(series[0].failures[0].message, "out[3] is 7");
  EXPECT_DOUBLE_EQ(series[0].failures[1].x, 32);
  EXPECT_EQ(failures_in_words(record), "1 \u00d7 wrong answer, 1 \u00d7 crashed");
  EXPECT_EQ(failures_in_words(student_record()), "");
}

TEST(SweepSeries, ShowsASideThatFailsEverywhere) {
  auto record = student_record();
  for (auto& set : record.cases) set.verdict = record::Case::Verdict::not_run;
  const auto series = sweep_series(record, "stride", SweepQuantity::bandwidth);
  ASSERT_EQ(series.size(), 1U);
  EXPECT_TRUE(series[0].points.empty());
  EXPECT_EQ(series[0].failures.size(), 6U);
}

TEST(SweepSeries, NamesEachSweepOnce) {
  const auto student = student_record();
  auto reference = reference_record();
  reference.sweeps.push_back({"offset", "another", "floats"});
  const auto sweeps = sweeps_of(&student, &reference);
  ASSERT_EQ(sweeps.size(), 2U);
  EXPECT_EQ(sweeps[1].id, "offset");
  EXPECT_EQ(sweeps_of(nullptr, &reference).size(), 2U);
}

TEST(Timeline, SortsBarsIntoLanes) {
  const auto timeline = make_timeline(student_record());
  ASSERT_EQ(timeline.lanes.size(), 3U);
  EXPECT_EQ(timeline.lanes[0].title, "stream 0");
  EXPECT_EQ(timeline.lanes[1].title, "copy H2D");
  EXPECT_EQ(timeline.lanes[2].title, "copy D2H");
  for (const auto& lane : timeline.lanes) {
    EXPECT_EQ(lane.bars.size(), 6U);
    EXPECT_EQ(lane.rows, 1U);
  }
  EXPECT_EQ(timeline.lanes[0].bars[0].label, "copy");
  EXPECT_DOUBLE_EQ(timeline.start_s, 0);
}

TEST(Timeline, SaysOfABarThatItIsTheSumOfSeveralLaunches) {
  auto record = student_record();
  record.launches[2].count = 19001;
  const auto timeline = make_timeline(record);
  EXPECT_EQ(timeline.lanes[0].bars[1].label, "copy");
  EXPECT_EQ(timeline.lanes[0].bars[2].label, "sum of 19,001: copy");
}

TEST(Timeline, StacksBarsThatOverlap) {
  auto record = student_record();
  record.launches[1].start_s = record.launches[0].start_s;
  const auto timeline = make_timeline(record);
  EXPECT_EQ(timeline.lanes[0].rows, 2U);
  EXPECT_NE(timeline.lanes[0].bars[0].row, timeline.lanes[0].bars[1].row);
}

TEST(Timeline, LeavesOutTimesThatAreNoTimes) {
  auto record = student_record();
  record.launches[0].start_s = std::numeric_limits<double>::quiet_NaN();
  record.launches[1].duration_s = -1;
  EXPECT_EQ(make_timeline(record).lanes[0].bars.size(), 4U);
  EXPECT_TRUE(make_timeline({}).lanes.empty());
}

TEST(Timeline, RangesByNvtxLieAboveTheStreams) {
  record::RunRecord record;
  for (const auto* name : {"epoch", "forward"}) {
    auto& range = record.ranges.emplace_back();
    range.name = name;
    range.thread = 1;
    range.end_s = 1;
  }
  record.ranges[1].parent = 0;
  auto& launch = record.launches.emplace_back();
  launch.duration_s = 1;
  launch.ranges = {1};
  const auto timeline = make_timeline(record);
  ASSERT_EQ(timeline.lanes.size(), 2U);
  const auto& lane = timeline.lanes[0];
  EXPECT_EQ(lane.title, "NVTX thread 1");
  EXPECT_EQ(lane.rows, 2U);
  ASSERT_EQ(lane.bars.size(), 2U);
  EXPECT_EQ(lane.bars[1].label, "forward");
  EXPECT_EQ(lane.bars[1].row, 1U);
  EXPECT_EQ(timeline.lanes[1].title, "stream 0");
}

TEST(Timeline, DrawsPhasesBeneathTheirLaunch) {
  auto record = student_record();
  record.device.clock_hz = 1e9;
  auto& launch = record.launches[1];
  launch.start_s = 1;
  launch.duration_s = 4e-6;
  // 8 us of phases on the block's clock, and a warp more than there are rows.
  for (std::uint32_t warp = 0; warp <= kMostPhaseRows; ++warp) {
    launch.phases.push_back({0, warp, 0, "load", 100, 0, 2000});
    launch.phases.push_back({0, warp, 0, "sum", 100, 2000, 8000});
  }
  auto timeline = make_timeline(record);
  ASSERT_EQ(timeline.lanes.size(), 4U);
  EXPECT_EQ(timeline.lanes[0].title, "stream 0");
  const TimelineLane& lane = timeline.lanes[1];
  EXPECT_EQ(lane.title, "first 16 warps");
  EXPECT_EQ(lane.rows, kMostPhaseRows);
  ASSERT_EQ(lane.bars.size(), 2 * kMostPhaseRows);
  const TimelineBar& bar = lane.bars[3];
  EXPECT_EQ(bar.kind, TimelineBar::Kind::phase);
  EXPECT_EQ(bar.label, "sum");
  EXPECT_EQ(bar.index, 1U);
  EXPECT_EQ(bar.phase, 3U);
  EXPECT_EQ(bar.row, 1U);
  EXPECT_EQ(bar.name, 1U);
  EXPECT_NEAR(bar.start_s, 1 + 1e-6, 1e-12);
  EXPECT_NEAR(bar.end_s, 1 + 4e-6, 1e-12);

  launch.duration_s = 1;
  timeline = make_timeline(record);
  EXPECT_NEAR(timeline.lanes[1].bars[3].end_s, 1 + 8e-6, 1e-12) << "not stretched";
  record.device.clock_hz = 0;
  EXPECT_EQ(make_timeline(record).lanes.size(), 3U) << "no clock, no lengths";
}

TEST(TimeWindow, ZoomsAboutAPlaceThatStays) {
  TimeWindow window{0, 10};
  window.zoom(0.5, 2);
  EXPECT_DOUBLE_EQ(window.span_s(), 5);
  EXPECT_DOUBLE_EQ((2 - window.start_s) / window.span_s(), 0.2);
  for (int i = 0; i < 200; ++i) window.zoom(0.5, 2);
  EXPECT_GE(window.span_s(), TimeWindow::kMinimumSpan * 0.5);
  window.fit(3, 3);
  EXPECT_GT(window.span_s(), 0);
}

TEST(Timeline, WhatEndsWhenTheNextBeginsSharesItsRow) {
  auto record = test::student_record();
  auto fill = record.transfers.front();
  record.transfers.clear();
  fill.kind = record::Transfer::Kind::fill;
  fill.start_s = 0.1;
  fill.duration_s = 0.2;
  record.transfers.push_back(fill);
  fill.start_s = 0.3;  // less than 0.1 + 0.2 by what doubles round
  record.transfers.push_back(fill);
  ASSERT_LT(fill.start_s, 0.1 + 0.2);
  const auto timeline = make_timeline(record);
  EXPECT_EQ(timeline.lanes.back().title, "fill");
  EXPECT_EQ(timeline.lanes.back().rows, 1U);
}

TEST(Sweeps, SayWhyAPlotHasNoPoints) {
  auto record = test::student_record();
  const auto sweep = record.sweeps.front();
  EXPECT_NE(why_no_points(record, sweep, "bank conflicts").find("value of bank conflicts"),
            std::string::npos);
  record.cases.clear();
  EXPECT_NE(why_no_points(record, sweep, "bank conflicts").find("No case"), std::string::npos);
  record.outcome.kind = record::Outcome::Kind::compile_error;
  EXPECT_NE(why_no_points(record, sweep, "bank conflicts").find("compile"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::viewer::test
