// What the atomics lab teaches, in the counters of its graded files.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "record/derived.h"
#include "record/measured_curves.h"
#include "record/metrics.h"
#include "tests/labs/expected_sweep.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::RunRecord;

double turns(const RunRecord& record, const std::string& case_name) {
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const auto index = static_cast<std::uint32_t>(found - record.cases.begin());
  return record::metric_value(record::metric::kReductionSectors,
                              record::case_counters(record, index))
      .value_or(NAN);
}

TEST(Atomics, TurnsFallAndRiseWithTheBinsAsTheDeckSays) {
  const RunRecord record = labs::graded({"atomics", "reference"}).record;
  const std::map<std::string, double> expected{
      {"histogram/bins-1", 4096},
      {"histogram/bins-4", 1406},
      {"histogram/bins-16", 1083},
      {"histogram/bins-64", 1667},
      {"histogram/bins-256", 2869},
      {"histogram/bins-1024", 3719},
      {"histogram/bins-65536", 4088},
      {"histogram_aggregated/bins-1", 128},
      {"histogram_aggregated/bins-16", 256},
      {"histogram_aggregated/bins-64", 1013},
      {"histogram_aggregated/bins-256", 2659},
      {"histogram_aggregated/bins-65536", 4088},
      {"histogram/large-random", 46321},
      {"histogram/large-skewed", 63541},
      {"histogram_private/large-random", 544},
      {"histogram_private/large-skewed", 544},
  };
  for (const auto& [name, value] : expected) EXPECT_EQ(turns(record, name), value) << name;
}

/// By task and size.
std::map<std::string, double> spreads(const RunRecord& record) {
  std::map<std::string, double> all;
  for (const Case& set : record.cases) {
    if (set.sweep == "spread")
      all[set.task + "/" + std::to_string(static_cast<int>(set.sweep_x))] =
          set.result_spread_ulp.value_or(NAN);
  }
  return all;
}

// The same at each run: each launch has an order by its number in the case.
TEST(Atomics, FloatSumsSpreadUnlessTheirOrderIsFixed) {
  using Spreads = std::map<std::string, double>;
  const Spreads none{{"sum_in_one_launch/256", 0},  {"sum_in_one_launch/1024", 0},
                     {"sum_in_one_launch/4096", 0}, {"sum_in_one_launch/16384", 0},
                     {"sum_repeatable/256", 0},     {"sum_repeatable/1024", 0},
                     {"sum_repeatable/4096", 0},    {"sum_repeatable/16384", 0}};
  EXPECT_EQ(spreads(labs::graded({"atomics", "reference"}).record), none);
  const auto with = [&](double at_256, double at_1024, double at_4096, double at_16384) {
    Spreads some = none;
    some["sum_repeatable/256"] = at_256;
    some["sum_repeatable/1024"] = at_1024;
    some["sum_repeatable/4096"] = at_4096;
    some["sum_repeatable/16384"] = at_16384;
    return some;
  };
  EXPECT_EQ(spreads(labs::graded({"atomics", "starter"}).record), with(4, 13, 16, 62));
  EXPECT_EQ(spreads(labs::graded({"atomics", "faults/float-sum-of-warps"}).record),
            with(1, 1, 2, 8));
}

TEST(Atomics, StarterSaysWhatItLost) {
  const RunRecord record = labs::graded({"atomics", "starter"}).record;
  const std::map<std::string, std::string> expected{
      {"histogram/31", "12 of 31 counts were lost"},
      {"histogram/large-random", "3775 of 65537 counts were lost"},
      {"histogram/large-skewed", "47449 of 65537 counts were lost"},
      {"sum_repeatable/order-3", "-0.063965 beside the exact sum -4227.430176"},
  };
  for (const auto& [name, message] : expected) {
    const auto found = std::ranges::find(record.cases, name, &Case::name);
    ASSERT_NE(found, record.cases.end()) << name;
    EXPECT_NE(found->message.find(message), std::string::npos) << name << ": " << found->message;
  }
}

// "throughput against number of addresses (1 to 2^16) for global, privatised, warp-aggregated, and
// spread of float results"
TEST(Atomics, HasTheCurvesThatWereAskedFor) {
  constexpr const char* kTurns = "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum";
  constexpr const char* kAtomicConflicts =
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum";
  const std::vector<double> bins{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536};
  expect_sweep({"atomics", "bins-global", kTurns, {"histogram"}, bins});
  expect_sweep({"atomics", "bins-private", kAtomicConflicts, {"histogram_private"}, bins});
  expect_sweep({"atomics", "bins-aggregated", kTurns, {"histogram_aggregated"}, bins});
  expect_sweep({"atomics",
                "spread",
                "warpscope__result_spread.ulp",
                {"sum_repeatable", "sum_in_one_launch"},
                {256, 1024, 4096, 16384}});
}

TEST(Atomics, MeasuredSpreadIsOfTheSumsWhoseOrderIsNotFixed) {
  const auto curves =
      record::curves_of(record::load_measured_curves(lab_folder("atomics") / "h200.json"));
  std::size_t points = 0;
  for (const auto& curve : curves) {
    if (curve.sweep != "spread") continue;
    const bool has_fixed_order = curve.task == "sum_in_one_launch" || curve.program == "reference";
    double largest = 0;
    for (const auto& point : curve.points) {
      ASSERT_TRUE(point.result_spread_ulp) << curve.program << " " << point.x;
      largest = std::max(largest, *point.result_spread_ulp);
      ++points;
    }
    if (has_fixed_order) {
      EXPECT_EQ(largest, 0) << curve.program << " " << curve.task;
    } else {
      EXPECT_GT(largest, 0) << curve.program << " " << curve.task;
    }
  }
  EXPECT_GT(points, 0U);
}

}  // namespace
}  // namespace warpscope::labs
