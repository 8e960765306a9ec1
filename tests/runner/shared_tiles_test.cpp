#include "runner/findings/shared_tiles.h"

#include <gtest/gtest.h>

#include <string>

namespace warpscope::runner {
namespace {

std::string told(std::string_view line) {
  std::string text;
  for (const auto& tile : tiles_on(line))
    text += tile.name + ":" + tile.rows + "x" + tile.columns + " ";
  return text;
}

TEST(SharedTiles, AreTheArraysOfTwoDimensions) {
  EXPECT_EQ(told("  __shared__ float tile[32][32 + 1];"), "tile:32x32+1 ");
  EXPECT_EQ(told("__shared__ int a[8] [kWidth], sums[4], b[ 2 ][ 4 ];"), "a:8xkWidth b:2x4 ");
  EXPECT_EQ(told("static __shared__ alignas(16) float stages[2][4][8];"), "stages:2x4 ");
}

TEST(SharedTiles, AreNothingElse) {
  EXPECT_EQ(told("  float tile[32][32];"), "");
  EXPECT_EQ(told("extern __shared__ float all[];"), "");
  EXPECT_EQ(told("__shared__ float half[32]["), "");
  EXPECT_EQ(told("__shared__ float [3][3]"), "");
  EXPECT_EQ(told(""), "");
}

}  // namespace
}  // namespace warpscope::runner
