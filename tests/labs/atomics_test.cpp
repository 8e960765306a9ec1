// What the atomics lab teaches, in the counters of its graded files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "record/derived.h"
#include "record/metrics.h"
#include "tests/labs/graded.h"

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

}  // namespace
}  // namespace warpscope::labs
