#include "labs/judge/wrong_pattern.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "labs/judge/value_opinion.h"

namespace warpscope::labs {
namespace {

using Ints = std::vector<std::int32_t>;

/// What is said of all wrong elements, behind how many they are.
template <typename T>
std::string said(const std::vector<T>& given, const std::vector<T>& answer) {
  const auto message = opinion_on_values("out", given, answer).message;
  const auto of = message.find(" of ");
  const auto digits_end = message.find_first_not_of("0123456789", of + 4);
  return digits_end == std::string::npos ? "" : message.substr(digits_end);
}

Ints numbers(std::size_t count) {
  Ints values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<std::int32_t>((i + 3) * (i + 5) * 7919 % 1000003);
  return values;
}

template <typename Change>
Ints changed(Ints values, Change change) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = change(i, values[i]);
  return values;
}

TEST(WrongPattern, TellsWhereTheyAre) {
  const Ints answer = numbers(64);
  const auto wrong_where = [&](auto is_wrong) {
    // Two changes by turns, so that the values tell nothing.
    return said(changed(answer,
                        [&](std::size_t i, int value) {
                          return is_wrong(i) ? value + (i % 3 == 0 ? 1 : 5 + int(i)) : value;
                        }),
                answer);
  };
  EXPECT_EQ(wrong_where([](std::size_t i) { return i >= 40; }), ", all from 40 on");
  EXPECT_EQ(wrong_where([](std::size_t i) { return i < 7; }), ", the first 7");
  EXPECT_EQ(wrong_where([](std::size_t i) { return i > 7 && i < 12; }), ", all from 8 to 11");
  EXPECT_EQ(wrong_where([](std::size_t i) { return i % 4 == 3; }), ", all i with i % 4 == 3");
  EXPECT_EQ(wrong_where([](std::size_t i) { return i % 32 >= 20; }), ", all i with i % 32 >= 20");
  EXPECT_EQ(wrong_where([](std::size_t i) { return i % 16 < 3; }), ", all i with i % 16 < 3");
  EXPECT_EQ(wrong_where([](std::size_t i) { return i == 3 || i == 17 || i == 40; }), "");
  EXPECT_EQ(wrong_where([](std::size_t i) { return i == 3; }), "");
}

TEST(WrongPattern, TellsWhatTheyAre) {
  const Ints answer = numbers(64);
  const auto all = [&](auto change) { return said(changed(answer, change), answer); };
  EXPECT_EQ(all([](std::size_t, int) { return 0; }), "; each wrong one is 0");
  EXPECT_EQ(all([](std::size_t, int value) { return 2 * value; }),
            "; each wrong one is exactly 2 times what is expected");
  EXPECT_EQ(all([](std::size_t, int value) { return 32 * value; }),
            "; each wrong one is exactly 32 times what is expected (a warp has 32 lanes)");
  EXPECT_EQ(all([](std::size_t, int value) { return value - 3; }),
            "; each wrong one is 3 too small");
  EXPECT_EQ(all([](std::size_t, int) { return 77; }), "; each wrong one is 77");
  EXPECT_EQ(all([&](std::size_t i, int value) { return i < 2 ? value + 1 : answer[i - 2]; }),
            "; 62 of the 64 wrong ones are the answer of the element 2 places before");
  EXPECT_EQ(all([&](std::size_t i, int value) { return i == 63 ? value + 1 : answer[i + 1]; }),
            "; 63 of the 64 wrong ones are the answer of the element 1 place further on");
  EXPECT_EQ(all([](std::size_t i, int value) { return value + int(i) + 1; }), "");
}

TEST(WrongPattern, IsNotReadFromFewOrFromWhatNobodyWrote) {
  EXPECT_EQ(said(Ints{1, 4}, Ints{1, 2}), "");
  EXPECT_EQ(said(Ints{2, 4}, Ints{1, 2}), "");
  const std::vector<float> answer{1, 2, 3, 4}, half{0.5F, 1, 1.5F, 2};
  EXPECT_EQ(said(half, answer), "; each wrong one, times 2, is what is expected");
}

}  // namespace
}  // namespace warpscope::labs
