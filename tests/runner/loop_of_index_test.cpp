#include "runner/findings/loop_of_index.h"

#include <gtest/gtest.h>

#include <string>

namespace warpscope::runner {
namespace {

// The loop that counts an index of the last line.
std::optional<LoopOfIndex> loop_of_last(const std::string& kernel) {
  std::uint32_t lines = 1;
  for (const char c : kernel) lines += c == '\n' ? 1 : 0;
  return loop_of_index(kernel, lines);
}

TEST(LoopOfIndex, OneRoundTooFar) {
  const auto loop = loop_of_last(
      "  for (int k = 0; k <= inner; k++) {\n"
      "    c[w * i + j] += a[w * i + k] * b[w * k + j];");
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->line, 1U);
  EXPECT_EQ(loop->condition, "k <= inner");
  EXPECT_TRUE(loop->admits_end);
  EXPECT_FALSE(loop->has_stride);
  EXPECT_TRUE(loop_of_last("  for (int k = 1; k <= n; ++k) s += a[k];")->admits_end);
  EXPECT_FALSE(loop_of_last("  for (int k = 0; k < n; ++k) s += a[k];")->admits_end);
  EXPECT_FALSE(loop_of_last("  for (int k = 0; k <= n && k < m; ++k) s += a[k];")->admits_end);
}

TEST(LoopOfIndex, StepsOfATile) {
  const auto loop = loop_of_last(
      "  for (int j = 0; j < l; j += TILE)\n"
      "  {\n"
      "    const int row = y + j;\n"
      "    t[y][x] = b[row * n + x];");
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->line, 1U);
  EXPECT_EQ(loop->variable, "j");
  EXPECT_TRUE(loop->has_stride);
}

TEST(LoopOfIndex, OfTheInnermostThatHasItsVariableThere) {
  const auto loop = loop_of_last(
      "  for (int j = 0; j <= l; ++j) {\n"
      "    for (int r = 0; r < 3; ++r)\n"
      "      s += a[j];");
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->variable, "j");
}

TEST(LoopOfIndex, NoneOfOtherLoops) {
  EXPECT_FALSE(loop_of_last("  for (int i = tid; i <= n; i += step) s += a[i];"));
  EXPECT_FALSE(loop_of_last("  for (int k = 0; k <= n; ++k) s += k;\n  y[k] = s;"));
  EXPECT_FALSE(loop_of_last("  for (int k = 0; k <= n; ++k) {\n    s += k;\n  }\n  y[k] = s;"));
  EXPECT_FALSE(loop_of_last("  for (int k = 0; k <= n; ++k) s += a[i];"));
  EXPECT_FALSE(loop_of_last("  s += a[i];"));
  EXPECT_FALSE(loop_of_index("s += a[k];", 7));
}

}  // namespace
}  // namespace warpscope::runner
