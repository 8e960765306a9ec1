// The virtual GPU's counters and the record's descriptions of them are two tables; here they meet.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "record/metrics.h"
#include "runner/metrics/case_metrics.h"
#include "tests/runner/paths.h"
#include "vgpu/exec/counters.h"
#include "vgpu/exec/patterns/code_patterns.h"
#include "vgpu/exec/patterns/watched_patterns.h"

namespace warpscope::runner {
namespace {

TEST(CounterNames, EveryCounterOfTheMachineIsDescribed) {
  for (const auto& counter : exec::counter_descriptions()) {
    EXPECT_NE(record::find_metric(counter.metric), nullptr) << counter.metric;
  }
}

TEST(CounterNames, EveryPatternOfTheMachineIsDescribed) {
  for (const auto metric : exec::patterns::code_pattern_metrics()) {
    EXPECT_NE(record::find_metric(metric), nullptr) << metric;
  }
  for (const auto metric : exec::patterns::watched_pattern_metrics()) {
    EXPECT_NE(record::find_metric(metric), nullptr) << metric;
  }
}

TEST(CounterNames, EveryDescriptionHasACounter) {
  constexpr std::size_t kOfMachineCode = 2;  // vgpu/timing/machine_instructions.h
  constexpr std::size_t kOfOneWarp = 1;
  EXPECT_EQ(record::metrics().size(), exec::counter_descriptions().size() + kOfMachineCode +
                                          kOfOneWarp +
                                          exec::patterns::code_pattern_metrics().size() +
                                          exec::patterns::watched_pattern_metrics().size());
}

/// docs/reference/metrics.md, row by row.
TEST(CounterNames, ThePageOfMetricsIsTheCodesTable) {
  std::ifstream file(test::kSource / "docs" / "reference" / "metrics.md");
  std::vector<std::string> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| `")) rows.push_back(line);
  }
  std::vector<std::string> expected;
  for (const auto name : case_metric_names()) {
    expected.push_back("| `" + std::string(name) + "` | " +
                       std::string(case_metric_short_name(name)) + " | " +
                       std::string(case_metric_unit(name)) + " |");
  }
  EXPECT_EQ(rows, expected);
}

}  // namespace
}  // namespace warpscope::runner
