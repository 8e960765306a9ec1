#include "tests/labs/expected_sweep.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "record/measured_curves.h"
#include "tests/labs/graded.h"

namespace warpscope::labs {

void expect_sweep(const ExpectedSweep& expected) {
  const auto& [lab, sweep, metric, tasks, xs] = expected;
  SCOPED_TRACE(lab + ", sweep " + sweep);
  const auto record = graded({lab, "reference"}).record;
  const auto described = std::ranges::find(record.sweeps, sweep, &record::Sweep::id);
  ASSERT_NE(described, record.sweeps.end());
  EXPECT_EQ(described->metric, metric);
  const auto curves =
      record::curves_of(record::load_measured_curves(lab_folder(lab) / "h200.json"));
  for (const auto& task : tasks) {
    for (const double x : xs) {
      EXPECT_TRUE(std::ranges::any_of(record.cases,
                                      [&](const record::Case& item) {
                                        return item.sweep == sweep && item.task == task &&
                                               item.sweep_x == x;
                                      }))
          << task << " " << x;
    }
    const auto found = std::ranges::find_if(curves, [&](const record::MeasuredCurve& curve) {
      return curve.sweep == sweep && curve.program == "reference" && curve.task == task;
    });
    ASSERT_NE(found, curves.end()) << task;
    EXPECT_GE(found->points.size(), xs.size()) << task;
  }
}

std::vector<double> from_to(int first, int last) {
  std::vector<double> all;
  for (int x = first; x <= last; ++x) all.push_back(x);
  return all;
}

}  // namespace warpscope::labs
