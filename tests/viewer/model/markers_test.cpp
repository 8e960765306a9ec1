// Which points of a curve get a marker.
#include "viewer/model/markers.h"

#include <gtest/gtest.h>

namespace warpscope::viewer {
namespace {

using Places = std::vector<std::array<float, 2>>;
using Indices = std::vector<std::size_t>;

TEST(Markers, APointAloneHasOne) {
  EXPECT_EQ(points_apart(Places{{3, 4}}, 9), Indices{0});
  EXPECT_EQ(points_apart(Places{}, 9), Indices{});
}

TEST(Markers, PointsThatAreCloseHaveNone) {
  Places dense;
  for (int i = 0; i < 34; ++i) dense.push_back({3.0F * static_cast<float>(i), 50});
  EXPECT_EQ(points_apart(dense, 9), Indices{});
  dense.push_back({150, 50});
  EXPECT_EQ(points_apart(dense, 9), Indices{34});
}

TEST(Markers, HeightKeepsPointsApart) {
  EXPECT_EQ(points_apart(Places{{0, 0}, {3, 20}, {6, 0}}, 9), (Indices{0, 1, 2}));
  EXPECT_EQ(points_apart(Places{{0, 0}, {9, 0}}, 9), (Indices{0, 1}));
}

}  // namespace
}  // namespace warpscope::viewer
