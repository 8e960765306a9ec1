// When what a program had of the device that ended itself is its answer.
#include "runner/run/own_end.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace warpscope::runner {
namespace {

judge::Case case_of(std::uint64_t words, bool has_stand_ins) {
  judge::Case set;
  set.task = "task";
  set.outputs["out"] = {judge::ElementType::u32, words};
  if (has_stand_ins) set.stand_ins["in"] = {};
  return set;
}

/// A case without stand-ins that was answered, and one with them whose program ended itself.
class OwnEnd : public testing::Test {
 protected:
  OwnEnd() : set_{case_of(1, false), case_of(64, true)}, ran_(2) {
    for (auto& ran : ran_) ran.is_run = true;
    ran_[1].end = CaseEnd::Kind::ended_early;
    ran_[1].opinion.is_correct = ran_[1].is_right_before_end = true;
    record_.cases.resize(2);
  }
  bool is_answer() { return with_own_ends(set_, ran_, record_)[1].end == CaseEnd::Kind::answered; }

  std::vector<judge::Case> set_;
  std::vector<RanCase> ran_;
  record::RunRecord record_;
};

TEST_F(OwnEnd, IsAnAnswerThatTheDeviceGave) {
  EXPECT_TRUE(is_answer());
  ran_[1].is_right_before_end = false;
  EXPECT_FALSE(is_answer());
}

TEST_F(OwnEnd, IsNoneOfAProgramThatEndsWhereItSeesTheDevicesData) {
  ran_[0].end = CaseEnd::Kind::ended_early;
  EXPECT_FALSE(is_answer());
  ran_[0].end = CaseEnd::Kind::answered;
  ran_[0].is_run = false;
  EXPECT_FALSE(is_answer());
}

TEST_F(OwnEnd, IsNoneWhereNoCaseShowsThatItIsNotAlwaysSo) {
  set_[0] = case_of(0, false);
  EXPECT_FALSE(is_answer()) << "a case of no elements";
  set_[0] = case_of(1, false);
  set_[0].task = "another";
  EXPECT_FALSE(is_answer());
}

TEST_F(OwnEnd, LeavesNothingThatShouldHaveBeenFreed) {
  for (const char* id : {"memory-not-freed", "uncoalesced-load"}) {
    for (const std::uint32_t index : {0U, 1U}) {
      auto& finding = record_.findings.emplace_back();
      finding.id = id;
      finding.case_index = index;
      finding.severity = record::Finding::Severity::warning;
    }
  }
  EXPECT_TRUE(is_answer());
  ASSERT_EQ(record_.findings.size(), 3U);
  EXPECT_EQ(record_.findings[0].case_index, 0U);
  EXPECT_EQ(record_.findings[1].id, "uncoalesced-load");
}

TEST_F(OwnEnd, IsNoneAfterAnError) {
  record_.findings.emplace_back();
  record_.findings[0].case_index = 1;
  record_.findings[0].severity = record::Finding::Severity::warning;
  EXPECT_TRUE(is_answer());
  record_.findings[0].severity = record::Finding::Severity::error;
  EXPECT_FALSE(is_answer());
  record_.findings[0].case_index = 0;
  EXPECT_TRUE(is_answer());
}

}  // namespace
}  // namespace warpscope::runner
