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

/// A curve that was measured on a real GPU, in the unit of the plot.
struct MeasuredSeries {
  std::string label;
  std::vector<std::array<double, 2>> points;  ///< x, y
};

struct SweepPlot {
  const char* id = "";
  std::string x_label;
  std::string y_label;     ///< quantity and unit, above the plot
  std::string provenance;  ///< behind it, or below it where there is no room
  float label_height = 0;  ///< of both, in pixels; plots beside each other have the same
  /// By Side; null without a record, or when the side is switched off.
  std::array<const std::vector<SweepSeries>*, 2> series{};
  /// By Side: what was measured on a real GPU, drawn on an axis of its own on the right.
  std::array<std::vector<MeasuredSeries>, 2> measured{};
  std::vector<BesideSeries> beside{};  ///< of neither side
  /// What a height means on the right axis, as a multiple of what it means on the left one: of
  /// bandwidths, equal heights are equal shares of what each device's memory can do.
  double right_over_left = 1;
  bool is_model_doubtful = false;  ///< the series are drawn faint, and the measured curves strong
  std::optional<std::string> chosen_case;  ///< marked on both sides
};

/// Whether there is a point, a mark or a curve to draw.
bool has_points(const SweepPlot& plot);

/// Height of the label above a plot of that width, with the font in use.
float label_height(const SweepPlot& plot, float width);

/// Marks of failed cases in plots and in the legend. Draws around `center`.
void draw_failure_mark(ImDrawList& list, ImVec2 center, ImU32 color, float scale);

/// The colour of another program, so many of them are there.
ImU32 color_beside(std::size_t program, std::size_t count);

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
/// are fitted to the data as long as they are untouched, or when `fits` is true. Cases without a
/// value are marked at the bottom. Returns the point or mark under the cursor, whose value or
/// verdict is shown as a tooltip.
std::optional<SweepHit> draw_sweep_plot(const SweepPlot& plot, ImVec2 size, AxisRange& x,
                                        AxisRange& y, bool fits, const Theme& theme,
                                        const Fonts& fonts);

/// Whether points at these places read better on a logarithmic axis.
bool wants_logarithm(const std::vector<double>& values);

}  // namespace warpscope::viewer
