// A plot of one or more curves as inline SVG.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warpscope::runner::html {

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< sorted by x
  bool is_on_right_axis = false;
  bool is_faint = false;  ///< another curve is the one to look at
};

struct Plot {
  std::string title, x_label, y_label;
  std::vector<Curve> curves;
  /// Writes a value of the y axis, with unit.
  std::string (*y_text)(double) = nullptr;
  /// What a height means on the right axis, as a multiple of what it means on the left one. The
  /// axis is drawn when a curve is on it.
  double right_over_left = 1;
  std::string right_label;
};

/// The y axis begins at 0. The x axis is logarithmic when all x are above 0 and span a factor of 8.
std::string svg(const Plot& plot);

}  // namespace warpscope::runner::html
