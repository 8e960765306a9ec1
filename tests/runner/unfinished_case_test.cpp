#include "runner/run/unfinished_case.h"

#include <gtest/gtest.h>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

record::Finding canceled_launch(std::uint32_t case_index) {
  record::Finding finding;
  finding.id = "canceled";
  finding.case_index = case_index;
  finding.launch = 0;
  finding.where = record::SourceLine{"exercise.cu", 18};
  return finding;
}

TEST(UnfinishedCase, AKernelThatWasRunningIsNamedWithItsLine) {
  auto record = test::made_record();
  test::add_launch(record);
  record.findings = {canceled_launch(0)};
  const auto finding = unfinished_case(record, 0, 5);
  EXPECT_EQ(finding.id, "instruction-budget");
  ASSERT_TRUE(finding.where.has_value());
  EXPECT_EQ(finding.where->line, 18u);
  drop_canceled_launches(record);
  EXPECT_TRUE(record.findings.empty());
}

TEST(UnfinishedCase, TheHostIsNamedWithTheLastThatItAskedFor) {
  auto record = test::made_record();
  record.transfers.push_back(
      {record::Transfer::Kind::host_to_device, 0, 2048, 0, 0, false, 1e-6, 0});
  record.findings = {canceled_launch(1)};
  auto finding = unfinished_case(record, 0, 5);
  EXPECT_EQ(finding.id, "host-timeout");
  EXPECT_NE(finding.cause.find("a copy of 2 KiB to the device"), std::string::npos)
      << finding.cause;
  test::add_launch(record).start_s = 2e-6;
  finding = unfinished_case(record, 0, 5);
  EXPECT_NE(finding.cause.find("the launch of scale, which has ended"), std::string::npos)
      << finding.cause;
}

TEST(UnfinishedCase, ARealGpuDoesNotSayWhetherAKernelOrTheHostHasNoEnd) {
  auto record = test::made_record();
  record.device.times = record::Provenance::measured;
  const auto finding = unfinished_case(record, 0, 5);
  EXPECT_EQ(finding.id, "gpu-timeout");
  EXPECT_EQ(finding.cause.find("nothing to do"), std::string::npos) << finding.cause;
  for (int i = 0; i < 101; ++i) test::add_launch(record);
  EXPECT_EQ(unfinished_case(record, 0, 5).id, "host-timeout") << "it launches and launches";
}

TEST(UnfinishedCase, LaunchesWithoutEndAreTheHosts) {
  auto record = test::made_record();
  for (int i = 0; i < 101; ++i) test::add_launch(record);
  record.findings = {canceled_launch(0)};
  const auto finding = unfinished_case(record, 0, 5);
  EXPECT_EQ(finding.id, "host-timeout");
  EXPECT_NE(finding.cause.find("launching kernels"), std::string::npos) << finding.cause;
}

TEST(EndlessKernel, BetweenTwoBlocksTheLineWithMostInstructionsIsNamed) {
  auto record = test::made_record();
  auto& launch = test::add_launch(record);
  const std::string metric(record::metric::kInstructions);
  test::add_line(launch, 0, {{metric, 900}});
  test::add_line(launch, 5, {{metric, 10}});
  test::add_line(launch, 6, {{metric, 80}});
  auto& finding = record.findings.emplace_back();
  finding.id = "instruction-budget";
  finding.launch = 0;
  place_endless_kernel(record);
  ASSERT_TRUE(record.findings[0].where.has_value());
  EXPECT_EQ(record.findings[0].where->line, 6u);
}

}  // namespace
}  // namespace warpscope::runner
