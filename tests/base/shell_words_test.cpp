#include "base/shell_words.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(ShellWords, StandInQuotes) {
  EXPECT_EQ(quoted_for_shell(""), "''");
  EXPECT_EQ(quoted_for_shell("a $b \"c\" \\d\n"), "'a $b \"c\" \\d\n'");
}

TEST(ShellWords, QuotesEndAroundAQuote) {
  EXPECT_EQ(quoted_for_shell("b'c"), "'b'\\''c'");
  EXPECT_EQ(quoted_for_shell("''"), "''\\'''\\'''");
}

}  // namespace
}  // namespace warpscope
