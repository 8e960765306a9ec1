// The curves that labs of the course draw: each has its points on the virtual GPU, of the
// reference and of the starter, and is measured on a real one.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "record/beside_curves.h"
#include "record/measured_curves.h"
#include "runner/lab/lab_description.h"
#include "runner/metrics/case_metrics.h"
#include "tests/labs/graded.h"

namespace warpscope::labs {
namespace {

using record::Case;
using runner::case_metric::kEffectiveBandwidth;

struct Wanted {
  std::string lab, sweep, metric;
  std::set<std::string> tasks;
  std::vector<double> xs;             ///< at least these
  std::vector<std::string> beside{};  ///< at least these programs
  friend void PrintTo(const Wanted& wanted, std::ostream* out) { *out << wanted.sweep; }
};

std::vector<double> from_to(int first, int last) {
  std::vector<double> all;
  for (int x = first; x <= last; ++x) all.push_back(x);
  return all;
}

// "throughput against number of addresses (1 to 2^16) for global, privatised, warp-aggregated, and
// spread of float results", "bandwidth and instructions per element against size for each rung,
// library beside", "conflicts and time against padding (0 to 33) and element width (4, 8, 16
// bytes), square and not".
std::vector<Wanted> wanted() {
  constexpr const char* kTurns = "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum";
  constexpr const char* kAtomicConflicts =
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum";
  const std::vector<double> bins{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536};
  std::vector<Wanted> all{
      {"atomics", "bins-global", kTurns, {"histogram"}, bins},
      {"atomics", "bins-private", kAtomicConflicts, {"histogram_private"}, bins},
      {"atomics", "bins-aggregated", kTurns, {"histogram_aggregated"}, bins},
      {"atomics",
       "spread",
       std::string(runner::case_metric::kResultSpread),
       {"sum_repeatable", "sum_in_one_launch"},
       {256, 1024, 4096, 16384},
       {"starter"}},
      {"shuffle-reduction",
       "size",
       std::string(runner::case_metric::kInstructionsPer128UsefulBytes),
       {"sum"},
       {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20},
       {"starter", "step-2", "step-3", "step-4", "step-5", "step-6", "step-7", "step-8", "step-9",
        "ways/library"}}};
  for (const std::string sides : {"square", "wide"}) {
    for (const std::string bytes : {"4", "8", "16"})
      all.push_back({"bank-conflicts",
                     sides + "-" + bytes + "-bytes",
                     "derived__memory_l1_conflicts_shared_nway",
                     {"transpose_padded"},
                     from_to(0, 33)});
  }
  return all;
}

std::string sweep_name(const testing::TestParamInfo<Wanted>& info) {
  std::string name = info.param.lab + "_" + info.param.sweep;
  std::ranges::replace(name, '-', '_');
  return name;
}

class Sweeps : public testing::TestWithParam<Wanted> {};

TEST_P(Sweeps, HaveBothQuantitiesAtEveryPoint) {
  const auto& [lab, sweep, metric, tasks, xs, beside] = GetParam();
  const auto record = labs::graded(LabFile{lab, "reference"}).record;
  const auto described = std::ranges::find(record.sweeps, sweep, &record::Sweep::id);
  ASSERT_NE(described, record.sweeps.end());
  EXPECT_EQ(described->metric, metric);
  for (const auto& task : tasks) {
    for (const double x : xs) {
      const auto found = std::ranges::find_if(record.cases, [&](const Case& item) {
        return item.sweep == sweep && item.task == task && item.sweep_x == x;
      });
      ASSERT_NE(found, record.cases.end()) << task << " " << x;
      const std::array index{static_cast<std::uint32_t>(found - record.cases.begin())};
      for (const auto name : {std::string_view(metric), kEffectiveBandwidth})
        EXPECT_TRUE(runner::case_metric_value(record, index, name)) << found->name << " " << name;
    }
  }
}

TEST_P(Sweeps, AreMeasured) {
  const auto& [lab, sweep, metric, tasks, xs, beside] = GetParam();
  const auto curves =
      record::curves_of(record::load_measured_curves(lab_folder(lab) / "h200.json"));
  std::vector<std::string> programs = beside;
  for (const char* program : {"starter", "reference"}) programs.emplace_back(program);
  for (const auto& program : programs) {
    for (const auto& task : tasks) {
      const auto found = std::ranges::find_if(curves, [&](const record::MeasuredCurve& curve) {
        return curve.sweep == sweep && curve.program == program && curve.task == task;
      });
      // The starter of a lab may be wrong; then there is nothing to draw.
      if (found == curves.end() && program == "starter") continue;
      ASSERT_NE(found, curves.end()) << program << " " << task;
      EXPECT_GE(found->points.size(), xs.size()) << program << " " << task;
    }
  }
}

TEST_P(Sweeps, HaveOtherProgramsBeside) {
  const auto& [lab, sweep, metric, tasks, xs, beside] = GetParam();
  const auto record = labs::graded(LabFile{lab, "reference"}).record;
  const auto drawn = record::drawn_beside(record, sweep);
  for (const auto& program : beside) {
    const auto found = std::ranges::find(drawn, program, &record::BesideCurve::program);
    ASSERT_NE(found, drawn.end()) << program;
    EXPECT_EQ((*found)->points.size(), xs.size()) << program;
    for (const auto& point : (*found)->points)
      EXPECT_TRUE(point.bytes_per_s && point.counter) << program << " " << point.x;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Sweeps, testing::ValuesIn(wanted()), sweep_name);

TEST(MeasuredSpread, IsOfTheSumsWhoseOrderIsNotFixed) {
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
