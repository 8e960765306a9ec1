// Axes over which a student draws what a curve will look like, and later what came out over it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/model/side.h"
#include "viewer/style/fonts.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer {

/// Its places have equal distances on the axis, so that each can be hit.
struct DrawnCurve {
  std::string x_label, unit;
  std::vector<double> places;                ///< on the sweep's axis
  std::vector<std::optional<double>> drawn;  ///< by place: what was predicted
  std::vector<std::optional<double>> truth;  ///< by place: what came out; empty before it is known
  Side truth_side = Side::reference;         ///< whose program that was
  double top = 1;                            ///< where the vertical axis ends; it begins at 0
  bool is_locked = false;                    ///< the mouse draws nothing
};

/// A value that the mouse has drawn.
struct DrawnValue {
  std::size_t place = 0;
  double value = 0;
};

/// Draws at the cursor, and says what the mouse has drawn in this frame. The prediction is dashed
/// with hollow circles, what came out is a line with filled squares.
std::vector<DrawnValue> draw_curve(const char* id, const DrawnCurve& curve, ImVec2 size,
                                   const Theme& theme, const Fonts& fonts);

/// The end of an axis that holds these values: 1, 2, 4 or 8 times a power of ten.
double top_for(const std::vector<std::optional<double>>& values);

}  // namespace warpscope::viewer
