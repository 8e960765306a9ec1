// The curves that labs draw: each has its points on the virtual GPU, of the reference and of what
// is drawn beside it, and is measured on a real one. What the points are is the lab's own matter
// (expected_sweep.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
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

/// A sweep of a lab.toml.
struct DrawnSweep {
  std::string lab;
  record::Sweep sweep;
  std::vector<std::string> beside;
  friend void PrintTo(const DrawnSweep& drawn, std::ostream* out) { *out << drawn.sweep.id; }
};

std::vector<DrawnSweep> all_sweeps() {
  std::vector<DrawnSweep> all;
  for (const auto& lab : all_labs()) {
    const auto description = runner::load_lab(lab_folder(lab) / "lab.toml");
    for (const auto& sweep : description.sweeps) {
      const auto beside = std::ranges::find(description.beside, sweep.id,
                                            [](const auto& programs) { return programs.sweep; });
      const bool has_some = beside != description.beside.end();
      all.push_back({lab, sweep, has_some ? beside->programs : std::vector<std::string>{}});
    }
  }
  return all;
}

std::string sweep_name(const testing::TestParamInfo<DrawnSweep>& info) {
  std::string name = info.param.lab + "_" + info.param.sweep.id;
  std::ranges::replace(name, '-', '_');
  return name;
}

class Sweeps : public testing::TestWithParam<DrawnSweep> {
 protected:
  const std::string& lab_ = GetParam().lab;
  const record::Sweep& sweep_ = GetParam().sweep;
  const record::RunRecord record_ = labs::graded(LabFile{lab_, "reference"}).record;
};

TEST_P(Sweeps, HaveBothQuantitiesAtEveryPoint) {
  std::size_t points = 0;
  for (std::uint32_t i = 0; i < record_.cases.size(); ++i) {
    const Case& item = record_.cases[i];
    if (item.sweep != sweep_.id) continue;
    ++points;
    const std::array index{i};
    const auto has = [&](std::string_view metric) {
      return runner::case_metric_value(record_, index, metric).has_value();
    };
    EXPECT_TRUE(sweep_.metric.empty() || has(sweep_.metric)) << item.name << " " << sweep_.metric;
    EXPECT_TRUE(item.useful_bytes == 0 || has(runner::case_metric::kEffectiveBandwidth))
        << item.name;
  }
  EXPECT_GE(points, 2U) << "no curve";
}

TEST_P(Sweeps, AreMeasured) {
  const auto file = lab_folder(lab_) / "h200.json";
  if (!std::filesystem::exists(file)) return;  // labs_grading_test: only outside the course
  const auto curves = record::curves_of(record::load_measured_curves(file));
  std::vector<std::string> programs = GetParam().beside;
  programs.emplace_back("reference");
  std::set<std::string> tasks;
  for (const Case& item : record_.cases) {
    if (item.sweep == sweep_.id) tasks.insert(item.task);
  }
  for (const auto& program : programs) {
    for (const auto& task : tasks) {
      EXPECT_TRUE(std::ranges::any_of(curves,
                                      [&](const record::MeasuredCurve& curve) {
                                        return curve.sweep == sweep_.id &&
                                               curve.program == program && curve.task == task &&
                                               !curve.points.empty();
                                      }))
          << program << " " << task;
    }
  }
}

TEST_P(Sweeps, HaveOtherProgramsBeside) {
  const auto drawn = record::drawn_beside(record_, sweep_.id);
  for (const auto& program : GetParam().beside) {
    std::size_t points = 0;
    for (const auto* curve : drawn) {
      if (curve->program != program) continue;
      points += curve->points.size();
      for (const auto& point : curve->points)
        EXPECT_TRUE(point.bytes_per_s && point.counter) << program << " " << point.x;
    }
    const auto cases = std::ranges::count(record_.cases, sweep_.id, &Case::sweep);
    EXPECT_EQ(points, static_cast<std::size_t>(cases)) << program;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Sweeps, testing::ValuesIn(all_sweeps()), sweep_name);

}  // namespace
}  // namespace warpscope::labs
