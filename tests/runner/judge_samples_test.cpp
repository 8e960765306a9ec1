// Findings of a record with launches of which a sample of the blocks was run.
#include <gtest/gtest.h>

#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

record::Finding finding(std::string id, record::Finding::Severity severity, std::uint32_t launch) {
  record::Finding made;
  made.id = std::move(id);
  made.severity = severity;
  made.cause = "Something is wrong.";
  made.launch = launch;
  return made;
}

record::RunRecord record_with(std::optional<std::uint64_t> sampled_blocks) {
  using enum record::Finding::Severity;
  auto record = test::made_record();
  for (int i = 0; i < 2; ++i) test::add_launch(record).sampled_blocks = sampled_blocks;
  record.findings = {finding("uninitialised-global", error, 1),
                     finding("missing-barrier", error, 1), finding("misaligned-address", error, 0),
                     finding("out-of-bounds", error, 1)};
  apply_rules(record);
  return record;
}

constexpr std::string_view kSentence = "ran only a sample of its blocks";

TEST(JudgeSamples, WhatNeedsWholeGridsGoesAndLaterErrorsSayWhatTheyMayComeFrom) {
  const auto record = record_with(10);
  EXPECT_EQ(test::find(record, "uninitialised-global"), nullptr);
  ASSERT_EQ(record.findings.size(), 3U);
  for (const auto& kept : record.findings)
    EXPECT_EQ(kept.cause.find(kSentence) != std::string::npos, kept.id == "out-of-bounds")
        << kept.id << ": " << kept.cause;
}

TEST(JudgeSamples, WithoutASampleNothingChanges) {
  const auto record = record_with(std::nullopt);
  EXPECT_NE(test::find(record, "uninitialised-global"), nullptr);
  for (const auto& kept : record.findings)
    EXPECT_EQ(kept.cause.find(kSentence), std::string::npos) << kept.cause;
}

TEST(JudgeSamples, TheWarpsOfALaunchAreThoseThatRan) {
  auto record = test::made_record();
  auto& launch = test::add_launch(record);
  EXPECT_EQ(warps_of(launch), 8192);
  launch.sampled_blocks = 102;
  EXPECT_EQ(warps_of(launch), 816);
}

}  // namespace
}  // namespace warpscope::runner
