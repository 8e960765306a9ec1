// Which answers the arrays may be that programs had of the device that ended themselves.
#include "runner/origin/returned_answers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

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

judge::Case case_with(std::uint64_t words, bool has_stand_ins) {
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
  const auto set = case_with(4, true);
  EXPECT_EQ(possible(set, {bytes({1, 2, 3, 4}), bytes({9}), bytes({5, 6, 7, 8})}),
            (std::vector<Words>{{5, 6, 7, 8}, {1, 2, 3, 4}}));
  EXPECT_EQ(possible(set, {bytes({0}), bytes({1, 2}), bytes({3}), bytes({4})}),
            (std::vector<Words>{{1, 2, 3, 4}, {0, 1, 2, 3}}));
  EXPECT_TRUE(possible(set, {bytes({1, 2, 3}), bytes({1, 2, 3, 4, 5})}).empty());
  EXPECT_TRUE(possible(set, {}).empty());
}

TEST(PossibleAnswers, AreOfCasesWithStandInsAndOneShape) {
  const std::vector<std::vector<std::byte>> returned{bytes({1, 2})};
  EXPECT_TRUE(possible_answers(case_with(2, false), returned).empty());
  EXPECT_TRUE(possible_answers(case_with(0, true), returned).empty());
  auto several = case_with(64, true);
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

}  // namespace
}  // namespace warpscope::runner
