// Which lines access the neighbours of what the lines around them access.
#include "runner/findings/neighbours.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

TEST(Neighbours, AreOneNumberApart) {
  EXPECT_TRUE(accesses_neighbours("out[i] = in[i - 1] + in[i];\n", 1));
  EXPECT_TRUE(accesses_neighbours("float left = in[i-1];\nfloat mid = in[i];\n", 1));
  EXPECT_TRUE(accesses_neighbours("v[t] = v[t] + v[t + 4];", 1));
  EXPECT_TRUE(accesses_neighbours("a = in[row * cols + col - 1];\nb = in[row*cols + col];", 1));
  EXPECT_TRUE(accesses_neighbours("a = in[row][col - 1];\nb = in[row][col];", 2));
}

TEST(Neighbours, WithTheirDistancesInParentheses) {
  EXPECT_TRUE(accesses_neighbours("in[(i - 1) * n + (j - 1)] + in[(i - 1) * n + (j + 0)];", 1));
  EXPECT_TRUE(accesses_neighbours("in[(i + 0) * n + (j - 1)] + in[(i + 0) * n + j];", 1));
  EXPECT_TRUE(accesses_neighbours("in[r + ((c - 1))] + in[(r + c)];", 1));
  EXPECT_TRUE(accesses_neighbours("in[n - (i + 1)] + in[n - i];", 1));
  EXPECT_FALSE(accesses_neighbours("in[(i - 1) * n + j] + in[(i + 1) * n + j];", 1)) << "rows";
  EXPECT_FALSE(accesses_neighbours("in[n - (i + 1)] + in[n + (i - 1)];", 1));
  EXPECT_FALSE(accesses_neighbours("in[(i) * (n) + 1];", 1));
  EXPECT_FALSE(accesses_neighbours("in[(] + in[)];", 1));
}

TEST(Neighbours, OfALoopThatCountsThemUp) {
  EXPECT_TRUE(accesses_neighbours("for (int k = -r; k <= r; ++k)\n  sum += in[i + k];", 2));
  EXPECT_TRUE(accesses_neighbours("for(int k = 0; k < w; k++) sum += in[i + k];", 1));
  // Lanes of one warp begin where the block does, whatever the loop's step brings.
  EXPECT_FALSE(accesses_neighbours("for (int k = t; k < n; k += 256)\n  sum += in[k + 1];", 2));
  EXPECT_FALSE(accesses_neighbours("for (int r = 0; r < rows; ++r)\n  s += in[r * p + c];", 2));
  EXPECT_FALSE(accesses_neighbours("for (int i = t; i < n; ++i)\n  s += in[i + 1];", 2));
}

TEST(Neighbours, AreOfOneArrayAndOnePlace) {
  EXPECT_FALSE(accesses_neighbours("out[i] = in[i + 1];", 1));
  EXPECT_FALSE(accesses_neighbours("int n = in[0];\nout[i] = in[i + 1];", 2));
  EXPECT_FALSE(accesses_neighbours("out[i] = in[i + 1] + in[j];", 1));
  EXPECT_FALSE(accesses_neighbours("out[i] = in[offset + i] + in[i];", 1));
  EXPECT_FALSE(accesses_neighbours("a[i] = in[i + 1];  // not in[i]", 1));
  EXPECT_FALSE(accesses_neighbours("a = in[row][col];\nb = in[row + 1][col];", 1));
}

TEST(Neighbours, AreNotSoughtFarAway) {
  std::string text = "a = in[i];\n";
  for (int line = 0; line < 5; ++line) text += "f();\n";
  EXPECT_TRUE(accesses_neighbours(text + "b = in[i + 1];\n", 7));
  EXPECT_FALSE(accesses_neighbours(text + "f();\nb = in[i + 1];\n", 8));
}

TEST(Neighbours, WithoutSuchALineThereAreNone) {
  EXPECT_FALSE(accesses_neighbours("", 1));
  EXPECT_FALSE(accesses_neighbours("a[i] = a[i + 1]", 0));
  EXPECT_FALSE(accesses_neighbours("a[i] = a[i + 1]", 2));
  EXPECT_FALSE(accesses_neighbours("a[i = a[i + 1", 1));
}

}  // namespace
}  // namespace warpscope::runner
