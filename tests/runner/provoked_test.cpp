#include "runner/findings/provoked.h"

#include <gtest/gtest.h>

#include <vector>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using Severity = record::Finding::Severity;

/// Case 0 belongs to the sweep "stride", case 1 does not; both load from far apart, at lines 17 and
/// 18.
record::RunRecord two_cases() {
  auto record = test::made_record();
  record.cases.push_back(record.cases[0]);
  record.cases[0].sweep = "stride";
  test::add_line(test::add_launch(record), 17, test::loads(8192, 8192 * 32, 8192 * 4));
  auto& second = test::add_launch(record);
  second.case_index = 1;
  test::add_line(second, 18, test::loads(8192, 8192 * 16, 8192 * 4));
  apply_rules(record);
  return record;
}

TEST(Provoked, IsInformationInItsSweepAndAWarningElsewhere) {
  auto record = two_cases();
  ASSERT_EQ(record.findings.size(), 2u);
  excuse_provoked(record, "stride", std::vector<std::string>{"uncoalesced-load"});
  EXPECT_EQ(record.findings[0].where->line, 18u) << "what is still a warning comes first";
  EXPECT_EQ(record.findings[0].severity, Severity::warning);
  EXPECT_EQ(record.findings[1].severity, Severity::information);
  EXPECT_NE(record.findings[1].cause.find("on purpose"), std::string::npos);
}

TEST(Provoked, LeavesOtherFindingsAndErrorsAlone) {
  auto record = two_cases();
  excuse_provoked(record, "stride", std::vector<std::string>{"shared-bank-conflict"});
  record.findings[0].severity = Severity::error;
  excuse_provoked(record, "stride", std::vector<std::string>{"uncoalesced-load"});
  EXPECT_EQ(record.findings[0].severity, Severity::error);
  EXPECT_EQ(record.findings[1].severity, Severity::warning);
}

}  // namespace
}  // namespace warpscope::runner
