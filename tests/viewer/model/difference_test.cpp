#include "viewer/model/difference.h"

#include <gtest/gtest.h>

#include <string>

namespace warpscope::viewer::test {
namespace {

std::string told(std::string_view from, std::string_view to) {
  std::string text;
  for (const auto& line : difference(from, to)) {
    text += " -+."[static_cast<std::size_t>(line.kind)];
    if (line.number != 0) text += std::to_string(line.number);
    text += std::string(line.text) + "\n";
  }
  return text;
}

TEST(Difference, ShowsChangesWithTheLinesAroundThem) {
  EXPECT_EQ(told("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nc\nd\nE\nf\ng\n"),
            ".\n 2b\n 3c\n 4d\n-5e\n+5E\n 6f\n 7g\n 8\n");
}

TEST(Difference, LeavesOutWhatIsFarFromAll) {
  std::string from, to;
  for (int k = 1; k <= 30; ++k) {
    from += std::string(1, static_cast<char>('a' + k % 26)) + "\n";
    if (k == 1) to += "new\n";
    if (k != 20) to += std::string(1, static_cast<char>('a' + k % 26)) + "\n";
  }
  EXPECT_EQ(told(from, to),
            "+1new\n 2b\n 3c\n 4d\n.\n 18r\n 19s\n 20t\n-20u\n 21v\n 22w\n 23x\n.\n");
}

TEST(Difference, IsEmptyOfTheSame) {
  EXPECT_EQ(told("a\nb\n", "a\r\nb\r\n"), "");
  EXPECT_EQ(told("", ""), "");
}

TEST(Difference, TellsOfTextsWithoutCommonLines) {
  EXPECT_EQ(told("", "a\nb"), "-1\n+1a\n+2b\n");
  EXPECT_EQ(told("a\nb", ""), "-1a\n-2b\n+1\n");
}

TEST(Difference, TellsNoLineTwice) {
  // Two changes whose surroundings meet.
  EXPECT_EQ(told("1\n2\n3\n4\n5\n6\n", "x\n2\n3\n4\n5\ny\n"),
            "-11\n+1x\n 22\n 33\n 44\n 55\n-66\n+6y\n 7\n");
}

}  // namespace
}  // namespace warpscope::viewer::test
