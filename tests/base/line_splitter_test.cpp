#include "base/line_splitter.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(LineSplitter, GivesWholeLinesInTheirOrder) {
  LineSplitter lines;
  EXPECT_EQ(lines.next(), std::nullopt);
  lines.append("one\n\ntw");
  EXPECT_EQ(lines.next(), "one");
  EXPECT_EQ(lines.next(), "");
  EXPECT_EQ(lines.next(), std::nullopt);
  lines.append("o");
  EXPECT_EQ(lines.next(), std::nullopt);
  lines.append("\nthree\nfour");
  EXPECT_EQ(lines.next(), "two");
  lines.append("\n");
  EXPECT_EQ(lines.next(), "three");
  EXPECT_EQ(lines.next(), "four");
  EXPECT_EQ(lines.next(), std::nullopt);
}

}  // namespace
}  // namespace warpscope
