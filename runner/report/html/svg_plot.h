// A plot of one or more curves as inline SVG.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warpscope::runner::html {

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< sorted by x
};

struct Plot {
  std::string title, x_label, y_label;
  std::vector<Curve> curves;
  /// Writes a value of the y axis, with unit.
  std::string (*y_text)(double) = nullptr;
};

/// The y axis begins at 0. The x axis is logarithmic when all x are above 0 and span a factor of 8.
std::string svg(const Plot& plot);

}  // namespace warpscope::runner::html
