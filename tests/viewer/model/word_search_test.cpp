#include "viewer/model/word_search.h"

#include <gtest/gtest.h>

namespace warpscope::viewer::test {
namespace {

using Places = std::vector<std::size_t>;
const std::vector<std::string> kTitles{"View: Light or dark theme", "Run: Cancel what runs",
                                       "Panes: Timeline", "Panes: Transfers", "View: Normal size"};

TEST(WordSearch, HasAllForNothing) {
  EXPECT_EQ(found_by_words(kTitles, ""), (Places{0, 1, 2, 3, 4}));
  EXPECT_EQ(found_by_words(kTitles, "  "), (Places{0, 1, 2, 3, 4}));
}

TEST(WordSearch, WantsEachWordInAnyOrderAndCase) {
  EXPECT_EQ(found_by_words(kTitles, "DARK li"), Places{0});
  EXPECT_EQ(found_by_words(kTitles, "line"), Places{2});
  EXPECT_TRUE(found_by_words(kTitles, "dark cancel").empty());
}

TEST(WordSearch, PutsBeginningsOfWordsFirst) {
  EXPECT_EQ(found_by_words(kTitles, "an"), (Places{1, 2, 3})) << "in none is it a beginning";
  EXPECT_EQ(found_by_words(kTitles, "me"), (Places{0, 2}));
  EXPECT_EQ(found_by_words(kTitles, "r"), (Places{1, 0, 3, 4}));
  EXPECT_EQ(found_by_words(kTitles, "pa t"), (Places{2, 3}));
}

}  // namespace
}  // namespace warpscope::viewer::test
