// The masks of a figure of lanes, against masks worked out lane by lane.
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "presentation/figures/figure.h"
#include "presentation/figures/warp_masks.h"

namespace warpscope::figures {
namespace {

/// Lanes for which it holds.
template <typename Condition>
std::uint32_t mask_where(Condition holds) {
  std::uint32_t mask = 0;
  for (std::uint32_t lane = 0; lane < 32; ++lane) mask |= holds(lane) ? 1U << lane : 0U;
  return mask;
}

/// Coloured cells of a drawing, row by row from the top.
std::vector<std::uint32_t> masks_in(const Drawing& drawing) {
  std::vector<std::uint32_t> masks;
  float y = -1;
  std::uint32_t lane = 0;
  for (const auto& shape : drawing.shapes) {
    const auto* box = std::get_if<Rectangle>(&shape);
    if (box == nullptr) continue;
    if (box->y != y) {
      masks.push_back(0);
      lane = 0;
    }
    y = box->y;
    if (box->fill == lane_paint(lane)) masks.back() |= 1U << lane;
    ++lane;
  }
  return masks;
}

TEST(LanesFigure, SplitsABranchAndJoinsBehindIt) {
  for (const std::uint32_t ways : {1U, 2U, 3U, 8U, 32U}) {
    std::vector<std::uint32_t> wanted{~0U};
    for (std::uint32_t i = 0; i < ways; ++i) {
      const std::uint32_t way = ways == 2 ? 1 - i : i;  // the true side first
      wanted.push_back(mask_where([&](std::uint32_t lane) { return lane % ways == way; }));
    }
    wanted.push_back(~0U);
    const auto drawing =
        Figure("lanes", "branch = lane % ways\nways = " + std::to_string(ways)).draw();
    EXPECT_EQ(masks_in(drawing), wanted) << ways;
  }
  EXPECT_EQ(Figure("lanes", "branch = lane % ways\nways = 2").draw().caption,
            "The warp runs 4 lines, with 24 lanes per line on average: 75 % of 32.");
}

TEST(LanesFigure, RunsOneSideWhereAllLanesAgree) {
  const auto drawing = Figure("lanes", "branch = lane < threshold\nthreshold = 32").draw();
  EXPECT_EQ(masks_in(drawing), (std::vector<std::uint32_t>{~0U, ~0U, ~0U}));
}

TEST(LanesFigure, LosesLanesFromTripToTrip) {
  const auto drawing = Figure("lanes", "trips = lane / 8 + 1").draw();
  std::vector<std::uint32_t> wanted{~0U};
  for (std::uint32_t k = 0; k < 4; ++k)
    wanted.push_back(mask_where([&](std::uint32_t lane) { return lane / 8 + 1 > k; }));
  wanted.push_back(~0U);
  EXPECT_EQ(masks_in(drawing), wanted);
}

TEST(LanesFigure, WantsABranchOrTrips) {
  EXPECT_THROW(Figure("lanes", ""), FigureError);
  EXPECT_THROW(Figure("lanes", "branch = lane\ntrips = lane"), FigureError);
  EXPECT_THROW(Figure("lanes", "trips = lane + 2"), FigureError);
  EXPECT_THROW(Figure("lanes", "branch = lane % 2\nways = 4"), FigureError);
}

}  // namespace
}  // namespace warpscope::figures
