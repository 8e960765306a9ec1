#include "labs/judge/value_opinion.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "labs/judge/new_case.h"

namespace warpscope::labs {
namespace {

using Ints = std::vector<std::int32_t>;

TEST(NewCase, HasAllThatItWasTold) {
  const judge::Case set = NewCase("scale", 33)
                              .parameter("rows", 3U)
                              .input<float>("in", {1, 2})
                              .output<std::uint8_t>("out", 5)
                              .useful_bytes(13)
                              .sweep("size", 33);
  EXPECT_EQ(set.name, "scale/33");
  EXPECT_EQ(set.task, "scale");
  EXPECT_EQ(parameter(set, "rows"), 3);
  EXPECT_EQ(input<float>(set, "in"), (std::vector<float>{1, 2}));
  EXPECT_EQ(set.outputs.at("out").type, judge::ElementType::u8);
  EXPECT_EQ(set.outputs.at("out").count, 5U);
  EXPECT_EQ(set.useful_bytes, 13U);
  const auto measured = measured_of({set, in_sweep(set, "other", 2)});
  EXPECT_EQ(measured.data_scale, (std::map<std::string, int>{{"other", 16}, {"size", 16}}));
}

TEST(ValueOpinion, IsRightOrTellsTheFirstWrongOne) {
  EXPECT_TRUE(opinion_on_values("out", Ints{1, 2}, Ints{1, 2}).is_correct);
  const auto opinion = opinion_on_values("out", Ints{1, 5, 6}, Ints{1, 2, 3});
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_EQ(opinion.message, "out[1] is 5, expected 2; wrong elements: 2 of 3");
  EXPECT_EQ(opinion.first_wrong->index, 1U);
}

TEST(ValueOpinion, KnowsWhatNobodyWrote) {
  const auto opinion = opinion_on_values("out", Ints{1, -1, -1, -1, -1}, Ints{1, 2, 3, 4, 5});
  EXPECT_EQ(opinion.message, "out[1] is never written, expected 2; wrong elements: 4 of 5");
  EXPECT_EQ(opinion.finding, "grid-too-small");
  const auto other =
      opinion_on_values("out", Ints{1, 7, 7, 7, 7}, Ints{1, 2, 3, 4, 5},
                        {.is_untouched = [](std::size_t i) { return i > 0; },
                         .place = [](std::size_t i) { return " (row " + std::to_string(i) + ")"; },
                         .note = [](std::size_t) { return std::string(" (a note)"); },
                         .unwritten = "was never written"});
  EXPECT_EQ(other.message,
            "out[1] (row 1) was never written, expected 2 (a note); wrong elements: 4 of 5");
  EXPECT_EQ(other.finding, "grid-too-small");
}

TEST(ValueOpinion, FillsOfOutputsAreToldApart) {
  EXPECT_TRUE(looks_unwritten(std::bit_cast<float>(0xFFFFFFFF)));
  EXPECT_FALSE(looks_unwritten(std::uint32_t{0xEEEEEEEE}));
  EXPECT_TRUE(looks_unwritten(std::uint32_t{0xEEEEEEEE}, lab_protocol::kUnwrittenBesideShared));
}

TEST(AnswersOpinion, CountsWrongAnswers) {
  const auto says = [](std::size_t i) { return "question " + std::to_string(i); };
  EXPECT_TRUE(opinion_on_answers(Ints{1, 2}, Ints{1, 2}, says).is_correct);
  EXPECT_EQ(opinion_on_answers(Ints{1, 2, 4}, Ints{1, 3, 3}, says).message,
            "question 1; wrong: 2 of 3");
  EXPECT_EQ(opinion_on_rows(Ints{1, 2, 4}, Ints{1, 3, 3}, says).message, "question 1");
}

}  // namespace
}  // namespace warpscope::labs
