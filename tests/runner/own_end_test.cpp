// What programs had of the device that ended themselves, and when that is their answer.
#include "runner/run/own_end.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace warpscope::runner {
namespace {

using Words = std::vector<std::uint32_t>;

judge::Array array(const Words& words) {
  return judge::Array::of(std::span<const std::uint32_t>(words));
}

std::vector<std::byte> bytes(const Words& words) {
  const auto all = std::as_bytes(std::span(words));
  return {all.begin(), all.end()};
}

judge::Case case_of(std::uint64_t words, bool has_stand_ins) {
  judge::Case set;
  set.task = "task";
  set.outputs["out"] = {judge::ElementType::u32, words};
  if (has_stand_ins) set.stand_ins["in"] = {};
  return set;
}

std::vector<Words> possible(const judge::Case& set,
                            const std::vector<std::vector<std::byte>>& returned) {
  std::vector<Words> all;
  for (const auto& answer : possible_answers(set, returned))
    all.push_back(answer.at("out").as<std::uint32_t>());
  return all;
}

TEST(PossibleAnswers, AreArraysOfTheSizeAndPiecesThatHaveItTogether) {
  const auto set = case_of(4, true);
  EXPECT_EQ(possible(set, {bytes({1, 2, 3, 4}), bytes({9}), bytes({5, 6, 7, 8})}),
            (std::vector<Words>{{5, 6, 7, 8}, {1, 2, 3, 4}}));
  EXPECT_EQ(possible(set, {bytes({0}), bytes({1, 2}), bytes({3}), bytes({4})}),
            (std::vector<Words>{{1, 2, 3, 4}, {0, 1, 2, 3}}));
  EXPECT_TRUE(possible(set, {bytes({1, 2, 3}), bytes({1, 2, 3, 4, 5})}).empty());
  EXPECT_TRUE(possible(set, {}).empty());
}

TEST(PossibleAnswers, AreOfCasesWithStandInsAndOneShape) {
  const std::vector<std::vector<std::byte>> returned{bytes({1, 2})};
  EXPECT_TRUE(possible_answers(case_of(2, false), returned).empty());
  EXPECT_TRUE(possible_answers(case_of(0, true), returned).empty());
  auto several = case_of(64, true);
  several.outputs["later"] = several.outputs["out"];
  several.outputs["times"] = {judge::ElementType::f32, 2};
  const std::vector<std::vector<std::byte>> large{bytes(Words(64, 3))};
  const auto answers = possible_answers(several, large);
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].at("later").as<std::uint32_t>(), Words(64, 3));
  EXPECT_EQ(answers[0].at("times").as<float>(), std::vector<float>(2));
  several.outputs["half"] = {judge::ElementType::u32, 32};
  EXPECT_TRUE(possible_answers(several, large).empty());
}

TEST(SameWords, MayComeInAnotherOrder) {
  EXPECT_TRUE(are_same_words({{"out", array({1, 2, 3})}}, {{"out", array({3, 1, 2})}}));
  EXPECT_FALSE(are_same_words({{"out", array({1, 2, 3})}}, {{"out", array({3, 1, 1})}}));
  EXPECT_FALSE(are_same_words({{"out", array({1, 2, 0})}}, {{"out", array({1, 2})}}));
  EXPECT_FALSE(are_same_words({{"out", array({1})}}, {}));
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
