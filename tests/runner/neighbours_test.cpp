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
}

TEST(Neighbours, OfThreadsThatWalkAlongTogether) {
  EXPECT_TRUE(accesses_neighbours("for (int i = t; i < n; ++i)\n  s += in[i + 1];", 2));
  EXPECT_TRUE(accesses_neighbours("for (int k = 0; k < n; k++)\n  s += in[i - k];", 2));
  EXPECT_TRUE(accesses_neighbours(
      "int t = threadIdx.x;\nfor (; t < n; t++)\n  for (i = 0; i < m; i++) p[t][i] = 0;", 3));
  EXPECT_FALSE(accesses_neighbours("for (r = 0; r < n; r++)\n  tile[r][x] = in[b + w * r];", 2));
  EXPECT_TRUE(accesses_neighbours("while (i != t) {\n s += in[i];\n i = (i + 1) % n;\n}\n", 2));
  EXPECT_TRUE(accesses_neighbours("while (i < n) {\n s += in[i];\n i++;\n}\n", 2));
  // Of the next function, or of another name.
  EXPECT_FALSE(accesses_neighbours("{\n s += in[i];\n}\n{\n i++;\n}\n", 2));
  EXPECT_FALSE(accesses_neighbours("{\n s += in[i];\n bi++;\n}\n", 2));
  EXPECT_FALSE(accesses_neighbours("{\n s += in[i];\n i += 128;\n}\n", 2));
}

TEST(Neighbours, ByNamesThatStandForThem) {
  EXPECT_TRUE(accesses_neighbours("int next = i + 1;\na = in[i];\nb = in[next];\n", 3));
  EXPECT_TRUE(accesses_neighbours("int next = i + 1;\na = in[i];\nb = in[next];\n", 2));
  EXPECT_TRUE(accesses_neighbours(
      "for (int o = 1; o < n; o++) {\n  int plus = i + o;\n  plus = r * w + plus;\n  f();\n"
      "  f();\n  f();\n  f();\n  s += in[plus];\n",
      8));
  EXPECT_FALSE(accesses_neighbours("int next = i + 1;\nb = in[next];\n", 2));
  EXPECT_FALSE(accesses_neighbours("int i = b * 128 + t;\nif (i == n) return;\nb = in[i];\n", 3));
}

TEST(Rows, AreProductsInAnIndex) {
  EXPECT_TRUE(is_in_rows("a = in[row * width + x];", 1));
  EXPECT_TRUE(is_in_rows("int i = y * width + x;\nout[i] = 0;", 2));
  EXPECT_FALSE(is_in_rows("int i = blockIdx.x * blockDim.x + threadIdx.x;\nout[i] = 0;", 2));
  EXPECT_FALSE(is_in_rows("a = in[i * 4 + 1];", 1));
  EXPECT_FALSE(is_in_rows("a = in[i];", 1));
  EXPECT_FALSE(is_in_rows("a = in[i];", 2));
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
