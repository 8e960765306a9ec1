#include "runner/findings/guard_text.h"

#include <gtest/gtest.h>

#include <string>

namespace warpscope::runner {
namespace {

// What is read of the last line of a kernel.
GuardText of_last(const std::string& kernel) {
  std::uint32_t lines = 1;
  for (const char c : kernel) lines += c == '\n' ? 1 : 0;
  return guard_text(kernel, lines);
}

TEST(GuardText, AComparisonThatAdmitsItsBound) {
  EXPECT_TRUE(of_last("  if (i <= n) y[i] = 0;").admits_equal);
  EXPECT_TRUE(of_last("  if (i > n) return;\n  y[i] = 0;").admits_equal);
  EXPECT_TRUE(of_last("  for (int c = 0; c <= cols; ++c) s += m[r * cols + c];").admits_equal);
  EXPECT_FALSE(of_last("  if (i < n) y[i] = 0;").admits_equal);
  EXPECT_FALSE(of_last("  if (i >= n) return;\n  y[i] = 0;").admits_equal);
  EXPECT_FALSE(of_last("  if (i <= n) return;\n  y[i] = 0;").admits_equal);
  EXPECT_FALSE(of_last("  if (i <= n) y[i] = 0;\n}\n  y[i] = 1;").admits_equal);
}

TEST(GuardText, ComparisonsThatAreJoinedTheWrongWay) {
  EXPECT_EQ(of_last("  if (x >= w && y >= h) return;\n  y[i] = 0;").joined_line, 1U);
  EXPECT_EQ(
      of_last("  if (x >= w && y >= h && z >= d) {\n    return;\n  }\n  y[i] = 0;").joined_line,
      1U);
  EXPECT_EQ(of_last("  if ((x >= w) && (y >= h)) { return ; }\n  y[i] = 0;").joined_line, 1U);
  EXPECT_EQ(of_last("  if ((x >= w) || (y >= h)) return;\n  y[i] = 0;").joined_line, 0U);
  EXPECT_EQ(of_last("  if (row < rows || column < columns) y[i] = 0;").joined_line, 1U);
  EXPECT_EQ(of_last("  if (x < w || y < h) {\n    y[i] = 0;").joined_line, 1U);
  EXPECT_EQ(of_last("  if (x >= w || y >= h) return;\n  y[i] = 0;").joined_line, 0U);
  EXPECT_EQ(of_last("  if (x < w && y < h) y[i] = 0;").joined_line, 0U);
  EXPECT_EQ(of_last("  if (x >= w) return;\n  y[i] = 0;").joined_line, 0U);
  EXPECT_EQ(of_last("  if (x >= w && !done) return;\n  y[i] = 0;").joined_line, 0U);
  EXPECT_EQ(of_last("  if (x < 1 || y < h) y[i] = 0;").joined_line, 0U);
  EXPECT_EQ(of_last("  if (x >= w && y >= h) return;\n}\n  y[i] = 0;").joined_line, 0U);
}

TEST(GuardText, AReturnInTheNextLineAndAProductAsBound) {
  EXPECT_TRUE(of_last("  if (i > kParts * kBins)\n    return;\n  y[i] = 0;").admits_equal);
  EXPECT_TRUE(of_last("  if (i > n || j > m) {\n    return;\n  }\n  y[i] = 0;").admits_equal);
  EXPECT_TRUE(of_last("  if (i <= rows * columns) y[i] = 0;").admits_equal);
  EXPECT_FALSE(of_last("  if (i >= kParts * kBins)\n    return;\n  y[i] = 0;").admits_equal);
  EXPECT_FALSE(of_last("  if (i <= n)\n    return;\n  y[i] = 0;").admits_equal);
  EXPECT_FALSE(of_last("  if (i > n)\n    s = 1;\n  y[i] = 0;").admits_equal);
  EXPECT_FALSE(of_last("  if (i <= rows * columns - 1) y[i] = 0;").admits_equal);
}

TEST(GuardText, AComparisonOfSomethingElseAdmitsNothing) {
  EXPECT_FALSE(of_last("  if (x[i] <= y[j]) z[k] = x[i];").admits_equal);
  EXPECT_FALSE(of_last("  if (i <= last[0]) z[i] = 0;").admits_equal);
  EXPECT_FALSE(of_last("  for (int k = 0; k <= radius; ++k) s += in[i + k];").admits_equal);
  EXPECT_FALSE(of_last("  if (i <= n - 1) y[i] = 0;").admits_equal);
  EXPECT_FALSE(of_last("  p->i > n ? a() : b(); y[i] = i >> n; return;").admits_equal);
}

TEST(GuardText, WhatAnIndexAdds) {
  EXPECT_EQ(of_last("  s = a[i] + a[i + 3] + a[i + 1];").added, 3U);
  EXPECT_EQ(of_last("  const int right = i + 1;\n  s = a[right];").added, 1U);
  EXPECT_EQ(of_last("  s = a[i - 1] + a[3] + a[i];").added, 0U);
}

TEST(GuardText, EndsOfRowsAndMiddles) {
  EXPECT_TRUE(of_last("  for (int k = p[r]; k < p[r + 1]; ++k) s += v[k];").is_end_of_row);
  EXPECT_FALSE(of_last("  s = in[r + 1] - in[r];").is_end_of_row);
  EXPECT_FALSE(of_last("  for (int k = q[r]; k < p[r + 1]; ++k) s += v[k];").is_end_of_row);
  EXPECT_TRUE(of_last("  int m = (lo + hi) / 2;\n  if (a[m] < x) lo = m;").is_middle);
  EXPECT_TRUE(of_last("  { int m = (lo + hi + 1) >> 1; if (a[m] < x) lo = m; }").is_middle);
  EXPECT_FALSE(of_last("  int m = (lo + hi);\n  if (a[m] < x) lo = m;").is_middle);
}

TEST(GuardText, ALineThatIsNotThereSaysNothing) {
  EXPECT_FALSE(guard_text("  if (i <= n) y[i] = 0;", 2).admits_equal);
  EXPECT_FALSE(guard_text("", 0).admits_equal);
}

}  // namespace
}  // namespace warpscope::runner
