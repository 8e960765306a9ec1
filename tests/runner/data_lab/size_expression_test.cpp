#include "runner/data_lab/size_expression.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace warpscope::runner {
namespace {

TEST(SizeExpression, ProductsBindMoreTightlyThanSums) {
  const Sizes sizes{{"rows", 3}, {"columns", 7}};
  EXPECT_EQ(evaluate("rows*columns", sizes), 21);
  EXPECT_EQ(evaluate(" 2 * rows + columns - 1 ", sizes), 12);
  EXPECT_EQ(evaluate("1 + rows*2*columns", sizes), 43);
  EXPECT_EQ(evaluate("columns/rows*rows", sizes), 6) << "from left to right, without a fraction";
  EXPECT_EQ(evaluate("rows - columns", sizes), -4);
}

TEST(SizeExpression, RefusesWhatItDoesNotKnow) {
  const Sizes sizes{{"n", 1}};
  for (const char* text :
       {"", "m", "n +", "* n", "n n", "(n)", "n / 0", "n - n / 0", "99999999999999999999",
        "4000000000*4000000000", "4611686018427387904 + 4611686018427387904", "n; system"}) {
    EXPECT_THROW(evaluate(text, sizes), std::runtime_error) << text;
  }
  try {
    check_expression("rows*column", std::vector<std::string>{"rows", "columns"});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("column is none of the sizes"), std::string::npos);
  }
}

}  // namespace
}  // namespace warpscope::runner
