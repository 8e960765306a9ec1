#include "base/text_of_others.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(TextOfOthers, WhatIsSeenStays) {
  EXPECT_EQ(one_line_of_others("a b\\c"), "a b\\c");
  EXPECT_EQ(one_line_of_others("Größe µs – 日本 😀"), "Größe µs – 日本 😀");
}

TEST(TextOfOthers, WhatWouldDoSomethingIsSpelled) {
  EXPECT_EQ(one_line_of_others("\033[2J\rok\n\a\177"), "\\x1b[2J\\x0dok\\x0a\\x07\\x7f");
  EXPECT_EQ(one_line_of_others("a\u202Eb\u2066c\u200Bd\u0085e"),
            "a\\u202eb\\u2066c\\u200bd\\u0085e");
  EXPECT_EQ(one_line_of_others(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(TextOfOthers, WhatIsNoUtf8IsSpelledByteByByte) {
  EXPECT_EQ(one_line_of_others("\xC3"), "\\xc3");
  EXPECT_EQ(one_line_of_others("\xC0\xAF"), "\\xc0\\xaf");           // too long for its value
  EXPECT_EQ(one_line_of_others("\xED\xA0\x80"), "\\xed\\xa0\\x80");  // half of a pair of UTF-16
  EXPECT_EQ(one_line_of_others("\xF5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");
  EXPECT_EQ(one_line_of_others("\xE2\x82"), "\\xe2\\x82");
}

TEST(TextOfOthers, EachLineStandsBehindTheMargin) {
  EXPECT_EQ(lines_of_others("Score: 100\n\nof\t100\r\n", "  | "),
            "  | Score: 100\n  | \n  | of\t100\\x0d\n");
  EXPECT_EQ(lines_of_others("", "  | "), "");
  EXPECT_EQ(lines_of_others("no end", "> "), "> no end\n");
}

}  // namespace
}  // namespace warpscope
