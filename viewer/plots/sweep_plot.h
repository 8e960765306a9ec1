// One plot of a sweep: student beside reference over the same axes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "viewer/model/side.h"
#include "viewer/model/sweep_series.h"
#include "viewer/style/fonts.h"
#include "viewer/style/theme.h"

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

/// The range of an axis. It follows the data until the user zooms or moves.
struct AxisRange {
  std::array<double, 2> shown{0, 1}, fitted{0, 1};

  bool is_untouched() const { return shown == fitted; }
  void fit(double from, double to) { shown = fitted = {from, to}; }
};

/// Draws at the cursor. `x` is shared by the plots of a sweep: zooming one zooms all. Both ranges
/// are fitted to the data as long as they are untouched, or when `fits` is true. Returns the point
/// under the cursor, whose value is shown as a tooltip.
std::optional<SweepHit> draw_sweep_plot(const SweepPlot& plot, ImVec2 size, AxisRange& x,
                                        AxisRange& y, bool fits, const Theme& theme,
                                        const Fonts& fonts);

/// Whether points at these places read better on a logarithmic axis.
bool wants_logarithm(const std::vector<double>& values);

}  // namespace warpscope::viewer
