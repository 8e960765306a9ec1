#include "base/spelling.h"

#include <gtest/gtest.h>

#include <array>

namespace warpscope {
namespace {

using namespace std::string_view_literals;

constexpr std::array kWords{"title"sv, "tasks"sv, "difficulty"sv, "id"sv};

TEST(NearestWord, ForgivesALetterOrTwo) {
  EXPECT_EQ(nearest_word("titel", kWords), "title");
  EXPECT_EQ(nearest_word("titl", kWords), "title");
  EXPECT_EQ(nearest_word("task", kWords), "tasks");
  EXPECT_EQ(nearest_word("dificutly", kWords), "difficulty");
  EXPECT_EQ(nearest_word("ids", kWords), "id");
}

TEST(NearestWord, DoesNotGuessWildly) {
  EXPECT_EQ(nearest_word("points", kWords), "");
  EXPECT_EQ(nearest_word("", kWords), "");
  EXPECT_EQ(nearest_word("xy", kWords), "");
  EXPECT_EQ(nearest_word("title", {}), "");
  EXPECT_EQ(nearest_word(std::string(100'000, 't'), kWords), "");
}

TEST(NearestWord, TakesTheNearest) {
  constexpr std::array kSimilar{"load_a"sv, "load_bb"sv, "load_b"sv};
  EXPECT_EQ(nearest_word("loadb", kSimilar), "load_b");
}

TEST(DidYouMean, IsTheEndOfASentenceOrNothing) {
  EXPECT_EQ(did_you_mean("titel", kWords), "; did you mean \"title\"?");
  EXPECT_EQ(did_you_mean("points", kWords), "");
}

TEST(ListOfWords, ReadsLikeASentence) {
  EXPECT_EQ(list_of_words({}, "or"), "");
  EXPECT_EQ(list_of_words(std::span(kWords).first(1), "or"), "\"title\"");
  EXPECT_EQ(list_of_words(std::span(kWords).first(2), "or"), "\"title\" or \"tasks\"");
  EXPECT_EQ(list_of_words(std::span(kWords).first(3), "and"),
            "\"title\", \"tasks\" and \"difficulty\"");
}

}  // namespace
}  // namespace warpscope
