// Draws timelines as bars over a time axis.
#pragma once

#include <array>

#include "record/record.h"
#include "viewer/model/selection.h"
#include "viewer/model/time_window.h"
#include "viewer/model/timeline.h"
#include "viewer/style/fonts.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer {

struct TimelinePlot {
  std::array<const Timeline*, 2> timelines{};         ///< by Side; not null
  std::array<const record::RunRecord*, 2> records{};  ///< by Side; null without a record
};

/// Fills the current child window. Wheel and drag change `window`; a click on a launch selects it.
void draw_timeline_plot(const TimelinePlot& plot, TimeWindow& window, Selection& selection,
                        const Theme& theme, const Fonts& fonts);

/// Distance between ticks, in seconds: 1, 2 or 5 times a power of ten, so that at most `most` fit
/// in the span.
double tick_step_s(double span_s, int most);

}  // namespace warpscope::viewer
