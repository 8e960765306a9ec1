// One plot of a sweep: student beside reference over the same axes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "viewer/app/fonts.h"
#include "viewer/app/theme.h"
#include "viewer/model/side.h"
#include "viewer/model/sweep_series.h"

namespace warpscope::viewer {

struct SweepPlot {
  const char* id = "";
  std::string x_label;
  std::string y_label;  ///< quantity, unit and provenance, above the plot
  std::array<const std::vector<SweepSeries>*, 2> series{};  ///< by Side; null without a record
};

/// What the cursor is on.
struct SweepHit {
  Side side = Side::student;
  std::string case_name;
};

/// Draws at the cursor. `x_range` is shared by the plots of a sweep: zooming one zooms all; it is
/// set to the data's range when `fits` is true. Returns the point under the cursor, whose value is
/// shown as a tooltip.
std::optional<SweepHit> draw_sweep_plot(const SweepPlot& plot, ImVec2 size,
                                        std::array<double, 2>& x_range, bool fits,
                                        const Theme& theme, const Fonts& fonts);

/// Whether points at these places read better on a logarithmic axis.
bool wants_logarithm(const std::vector<double>& values);

}  // namespace warpscope::viewer
