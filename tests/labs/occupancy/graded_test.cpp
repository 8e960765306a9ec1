// What the occupancy lab teaches, in the launches of its graded files.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "record/occupancy.h"
#include "runner/metrics/case_metrics.h"
#include "runner/metrics/resident_metrics.h"

namespace warpscope::labs {
namespace {

using record::RunRecord;

std::array<std::uint32_t, 1> index_of(const RunRecord& record, const std::string& name) {
  const auto found = std::ranges::find(record.cases, name, &record::Case::name);
  EXPECT_NE(found, record.cases.end()) << name;
  return {static_cast<std::uint32_t>(found - record.cases.begin())};
}

double resident_metric(const RunRecord& record, const std::string& name, std::string_view metric) {
  return runner::case_metric_value(record, index_of(record, name), metric).value_or(NAN);
}

std::string limiter_in(const RunRecord& record, const std::string& name) {
  const auto index = index_of(record, name)[0];
  for (const auto& launch : record.launches) {
    if (launch.case_index != index) continue;
    const auto occupancy = record::occupancy_of(record, launch);
    return occupancy ? std::string(occupancy->limiter) : "not known";
  }
  return "no launch";
}

TEST(OccupancyLab, TheStarterHasEachOfTheFourLimiters) {
  const RunRecord starter = labs::graded(LabFile{"occupancy", "starter"}).record;
  EXPECT_EQ(limiter_in(starter, "scale_rows/2048x32"), "blocks");
  EXPECT_EQ(limiter_in(starter, "scale_rows/100x768"), "threads");
  EXPECT_EQ(limiter_in(starter, "smooth_rows/512x256"), "shared memory");
  EXPECT_EQ(limiter_in(labs::graded(LabFile{"occupancy", "step-5"}).record, "filter/8192x8"),
            "registers");
}

TEST(OccupancyLab, BoundsTradeRegistersForWarpsAsTheDeckSays) {
  const auto expect = [](const char* file, double registers, double occupancy, double spilled) {
    const RunRecord record = labs::graded(LabFile{"occupancy", file}).record;
    const auto value = [&](std::string_view metric) {
      return resident_metric(record, "filter/8192x8", metric);
    };
    EXPECT_EQ(value(runner::case_metric::kRegistersPerThread), registers) << file;
    EXPECT_EQ(value(runner::case_metric::kOccupancy), occupancy) << file;
    EXPECT_EQ(value(runner::case_metric::kSpilledBytes), spilled) << file;
  };
  expect("starter", 32, 100, 136);
  expect("step-5", 72, 37.5, 0);
  expect("reference", 64, 50, 0);
  expect("faults/bounds-of-two-blocks", 128, 25, 0);
}

TEST(OccupancyLab, BlockSizesGiveTheOccupancyThatTaskTwoPredicts) {
  const RunRecord record = labs::graded(LabFile{"occupancy", "reference"}).record;
  for (const auto& [threads, percent] :
       std::map<int, double>{{32, 50}, {96, 63 / .64}, {256, 100}, {704, 68.75}, {768, 75}}) {
    EXPECT_DOUBLE_EQ(resident_metric(record, "add_strided/threads-" + std::to_string(threads),
                                     runner::case_metric::kOccupancy),
                     percent)
        << threads;
  }
  for (int blocks = 1; blocks <= 8; ++blocks) {
    EXPECT_DOUBLE_EQ(resident_metric(record, "add_wide/warps-" + std::to_string(8 * blocks),
                                     runner::case_metric::kOccupancy),
                     12.5 * blocks);
  }
}

TEST(OccupancyLab, TheSweepOfWavesIsInWaves) {
  const RunRecord record = labs::graded(LabFile{"occupancy", "reference"}).record;
  for (const auto& item : record.cases) {
    if (item.sweep != "waves") continue;
    EXPECT_DOUBLE_EQ(resident_metric(record, item.name, runner::case_metric::kWaves), item.sweep_x)
        << item.name;
  }
}

}  // namespace
}  // namespace warpscope::labs
