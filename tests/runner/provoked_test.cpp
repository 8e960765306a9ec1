#include "runner/findings/provoked.h"

#include <gtest/gtest.h>

#include <vector>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using Severity = record::Finding::Severity;

const std::vector<ProvokedFindings> kLoads{{"stride", {"uncoalesced-load"}}};
const std::vector<ProvokedFindings> kConflicts{{"stride", {"shared-bank-conflict"}}};

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
  excuse_provoked(record, kLoads);
  EXPECT_EQ(record.findings[0].where->line, 18u) << "what is still a warning comes first";
  EXPECT_EQ(record.findings[0].severity, Severity::warning);
  EXPECT_EQ(record.findings[1].severity, Severity::information);
  EXPECT_NE(record.findings[1].cause.find("on purpose"), std::string::npos);
}

TEST(Provoked, LeavesOtherFindingsAndErrorsAlone) {
  auto record = two_cases();
  excuse_provoked(record, kConflicts);
  record.findings[0].severity = Severity::error;
  excuse_provoked(record, kLoads);
  EXPECT_EQ(record.findings[0].severity, Severity::error);
  EXPECT_EQ(record.findings[1].severity, Severity::warning);
}

/// The sweep's launch of line 17 is the worst; a case outside the sweep is a little better.
TEST(Provoked, IsNoExcuseForTheSameLineOutsideTheSweep) {
  auto record = two_cases();
  record.findings.clear();
  test::add_line(record.launches[1], 17, test::loads(8192, 8192 * 8, 8192 * 4));
  apply_rules(record);
  excuse_provoked(record, kLoads);
  ASSERT_EQ(record.findings.size(), 2u);
  for (const auto& finding : record.findings) {
    EXPECT_EQ(finding.severity, Severity::warning) << finding.where->line;
    EXPECT_EQ(finding.launch, 1u) << "the launch that nobody asked for";
    EXPECT_EQ(finding.cause.find("on purpose"), std::string::npos);
  }
}

TEST(Provoked, IsExcusedByEachSweepThatProvokesIt) {
  auto record = two_cases();
  record.findings.clear();
  record.cases[1].sweep = "width";
  test::add_line(record.launches[1], 17, test::loads(8192, 8192 * 8, 8192 * 4));
  apply_rules(record);
  excuse_provoked(record, std::vector<ProvokedFindings>{{"stride", {"uncoalesced-load"}},
                                                        {"width", {"uncoalesced-load"}}});
  ASSERT_EQ(record.findings.size(), 2u);
  for (const auto& finding : record.findings) {
    EXPECT_EQ(finding.severity, Severity::information) << finding.where->line;
  }
}

/// Four copies in each of two streams, from memory that is not page-locked.
void add_pageable_copies(record::RunRecord& record, std::uint32_t case_index) {
  for (const std::uint32_t stream : {1u, 2u}) {
    record::Transfer transfer;
    transfer.kind = record::Transfer::Kind::host_to_device;
    transfer.case_index = case_index;
    transfer.stream = stream;
    transfer.count = 4;
    transfer.size_bytes = 4 << 20;
    transfer.duration_s = 1e-3;
    transfer.is_asynchronous = true;
    transfer.is_pageable = true;
    record.transfers.push_back(transfer);
  }
}

TEST(Provoked, LooksAtCopiesAsWell) {
  const std::vector<ProvokedFindings> pageable{{"pageable", {"pageable-copies-serialise"}}};
  auto record = test::made_record();
  record.cases.push_back(record.cases[0]);
  record.cases[0].sweep = "pageable";
  add_pageable_copies(record, 0);
  auto swept_only = record;
  apply_rules(swept_only);
  ASSERT_EQ(swept_only.findings.size(), 1u);
  excuse_provoked(swept_only, pageable);
  EXPECT_EQ(swept_only.findings[0].severity, Severity::information);

  add_pageable_copies(record, 1);
  apply_rules(record);
  ASSERT_EQ(record.findings.size(), 1u);
  excuse_provoked(record, pageable);
  EXPECT_EQ(record.findings[0].severity, Severity::warning);
  EXPECT_EQ(record.findings[0].case_index, 1u);
}

}  // namespace
}  // namespace warpscope::runner
