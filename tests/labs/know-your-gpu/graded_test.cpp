// What the know-your-gpu lab teaches, in the counters of its graded files.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "record/derived.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::RunRecord;

double metric_in_case(const RunRecord& record, const std::string& case_name,
                      std::string_view name) {
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const auto index = static_cast<std::uint32_t>(found - record.cases.begin());
  return record::metric_value(name, record::case_counters(record, index)).value_or(NAN);
}

double lanes_in_case(const RunRecord& record, const std::string& case_name) {
  return metric_in_case(record, case_name, record::derived::kLanesPerInstruction);
}

TEST(KnowYourGpu, LanesFollowTheBlockSizeAsTaskThreePredicts) {
  const RunRecord record = labs::graded({"know-your-gpu", "reference"}).record;
  EXPECT_DOUBLE_EQ(lanes_in_case(record, "add/threads-1"), 1);
  EXPECT_DOUBLE_EQ(lanes_in_case(record, "add/threads-16"), 16);
  EXPECT_NEAR(lanes_in_case(record, "add/threads-31"), 31, 0.1);
  EXPECT_DOUBLE_EQ(lanes_in_case(record, "add/threads-32"), 32);
  EXPECT_NEAR(lanes_in_case(record, "add/threads-33"), 33 / 2.0, 0.1);
  EXPECT_NEAR(lanes_in_case(record, "add/threads-100"), 100 / 4.0, 0.2);
  for (const char* size : {"64", "128", "256", "512", "1024"}) {
    EXPECT_DOUBLE_EQ(lanes_in_case(record, std::string("add/threads-") + size), 32) << size;
  }
}

TEST(KnowYourGpu, TheFirstThreeStepsFillTheLanesOfAdd) {
  const auto of = [](const char* file) {
    return lanes_in_case(labs::graded({"know-your-gpu", file}).record, "add/large");
  };
  EXPECT_DOUBLE_EQ(of("step-1"), 1);
  EXPECT_GT(of("step-2"), 31);
  EXPECT_GT(of("step-3"), 31);
}

TEST(KnowYourGpu, RefusedLaunchesThatTheProgramAsksForAreNoFinding) {
  const RunRecord record = labs::graded({"know-your-gpu", "reference"}).record;
  EXPECT_FALSE(has_finding(record, "invalid-launch-configuration"));
  EXPECT_FALSE(has_finding(record, "zero-block-launch"));
}

}  // namespace
}  // namespace warpscope::labs
