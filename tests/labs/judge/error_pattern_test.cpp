#include "labs/judge/error_pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace warpscope::labs {
namespace {

/// `right` correct elements, then `rest` untouched ones.
std::vector<Element> with_rest(std::size_t right, std::size_t rest) {
  std::vector<Element> elements(right + rest, Element::untouched);
  std::fill_n(elements.begin(), right, Element::right);
  return elements;
}

Diagnosis diagnose_as(const std::vector<Element>& elements, const std::string& name,
                      std::size_t first = 0) {
  return diagnose({.elements = elements, .name = name, .first = first});
}

TEST(ErrorPattern, NamesAGridThatIsTooSmall) {
  const auto diagnosis = diagnose_as(with_rest(768, 255), "out");
  EXPECT_EQ(diagnosis.finding, "grid-too-small");
  EXPECT_NE(diagnosis.cause.find("elements 768 to 1022 of out"), std::string::npos)
      << diagnosis.cause;
}

TEST(ErrorPattern, NamesAForgottenVectorTail) {
  const auto diagnosis = diagnose_as(with_rest(1020, 3), "out");
  EXPECT_EQ(diagnosis.finding, "vector-tail-missed");
  EXPECT_NE(diagnosis.cause.find("1020 to 1022"), std::string::npos) << diagnosis.cause;
}

TEST(ErrorPattern, CountsTheTailFromTheAlignedGroup) {
  // Elements 3 … 1025 of an array: the last whole aligned group ends at 1023.
  EXPECT_EQ(diagnose_as(with_rest(1021, 2), "the range", 3).finding, "vector-tail-missed");
  EXPECT_EQ(diagnose_as(with_rest(1021, 2), "the range", 0).finding, "grid-too-small");
}

TEST(ErrorPattern, SaysNothingWhereTwoMistakesLookAlike) {
  EXPECT_EQ(diagnose_as(with_rest(1024, 1), "out").finding, "");
}

TEST(ErrorPattern, SaysNothingWhenTheFirstPartIsWrongToo) {
  auto elements = with_rest(768, 255);
  elements[10] = Element::wrong;
  EXPECT_EQ(diagnose_as(elements, "out").finding, "");
}

TEST(ErrorPattern, SaysNothingWhenNothingWasWritten) {
  EXPECT_EQ(diagnose_as(with_rest(0, 100), "out").finding, "");
}

TEST(ErrorPattern, SaysNothingAboutAnEmptyOrRightArray) {
  EXPECT_EQ(diagnose_as({}, "out").finding, "");
  EXPECT_EQ(diagnose_as(with_rest(100, 0), "out").finding, "");
}

TEST(ErrorPattern, OpinionNamesTheFirstDifferenceAndTheirNumber) {
  auto elements = with_rest(8, 0);
  elements[3] = elements[5] = Element::wrong;
  const auto opinion = opinion_on({.elements = elements, .name = "out"},
                                  [](std::size_t i) { return "out[" + std::to_string(i) + "]"; });
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_EQ(opinion.message, "out[3]; wrong elements: 2 of 8");
}

TEST(ErrorPattern, OpinionTellsHowMuchWasWritten) {
  const auto elements = with_rest(768, 255);
  const auto opinion = opinion_on({.elements = elements, .name = "out", .element_bytes = 8},
                                  [](std::size_t) { return std::string("out"); });
  EXPECT_EQ(opinion.rest.written, 768U);
  EXPECT_EQ(opinion.rest.missing, 255U);
  EXPECT_EQ(opinion.rest.element_bytes, 8U);
}

TEST(ErrorPattern, OpinionOnARightArrayIsSilent) {
  const auto elements = with_rest(8, 0);
  const auto opinion = opinion_on({.elements = elements, .name = "out"},
                                  [](std::size_t) { return std::string("never"); });
  EXPECT_TRUE(opinion.is_correct);
  EXPECT_TRUE(opinion.message.empty());
}

}  // namespace
}  // namespace warpscope::labs
