// Every lab, graded for real: its reference, its starter and every planted fault. A new folder
// below labs/ is found by itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "record/names.h"
#include "tests/labs/graded.h"

namespace warpscope::labs {
namespace {

using record::Finding;
using record::Outcome;

std::string test_name(const testing::TestParamInfo<LabFile>& info) {
  std::string name = info.param.lab + "_" + info.param.name;
  std::ranges::replace_if(
      name, [](char letter) { return letter == '-' || letter == '/'; }, '_');
  return name;
}

class Reference : public testing::TestWithParam<LabFile> {};

TEST_P(Reference, HasFullMarksAndNoFinding) {
  const Graded result = grade(GetParam());
  EXPECT_EQ(result.exit_code, 0) << result.report;
  EXPECT_EQ(result.record.outcome.kind, Outcome::Kind::completed) << result.report;
  ASSERT_TRUE(result.record.score.has_value());
  EXPECT_DOUBLE_EQ(result.record.score->points, 100) << result.report;
  EXPECT_DOUBLE_EQ(result.record.score->max_points, 100);
  EXPECT_TRUE(std::ranges::all_of(result.record.findings, [](const Finding& finding) {
    return finding.severity == Finding::Severity::information;
  })) << findings_text(result.record);
}

INSTANTIATE_TEST_SUITE_P(All, Reference, testing::ValuesIn(files_named("reference")), test_name);

class Starter : public testing::TestWithParam<LabFile> {};

TEST_P(Starter, RunsAndDoesNotPass) {
  const Graded result = grade(GetParam());
  EXPECT_TRUE(result.record.outcome.kind == Outcome::Kind::completed ||
              result.record.outcome.kind == Outcome::Kind::wrong_answer)
      << result.report;
  ASSERT_TRUE(result.record.score.has_value()) << result.report;
  EXPECT_LT(result.record.score->points, result.record.score->max_points);
  EXPECT_NE(result.exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(All, Starter, testing::ValuesIn(files_named("starter")), test_name);

class Fault : public testing::TestWithParam<LabFile> {};

TEST_P(Fault, IsNamed) {
  const Expectation expected = expectation_of(GetParam());
  const Graded result = grade(GetParam());
  if (expected.verdict.empty()) {
    EXPECT_TRUE(has_finding(result.record, expected.id, expected.line))
        << "expected " << expected.id << " line " << expected.line << ", found\n"
        << findings_text(result.record);
  } else {
    EXPECT_EQ(record::name(result.record.outcome.kind), expected.verdict)
        << result.record.outcome.message;
  }
  ASSERT_TRUE(result.record.score.has_value()) << result.report;
  EXPECT_LT(result.record.score->points, result.record.score->max_points);
}

INSTANTIATE_TEST_SUITE_P(All, Fault, testing::ValuesIn(all_faults()), test_name);

TEST(Labs, EachHasStarterAndReference) {
  const auto labs = all_labs();
  EXPECT_GE(labs.size(), 1U);
  EXPECT_EQ(files_named("starter").size(), labs.size());
  EXPECT_EQ(files_named("reference").size(), labs.size());
}

}  // namespace
}  // namespace warpscope::labs
