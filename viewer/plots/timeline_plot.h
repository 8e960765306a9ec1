// Draws timelines as bars over a time axis.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "record/record.h"
#include "viewer/model/case_table.h"
#include "viewer/model/selection.h"
#include "viewer/model/time_window.h"
#include "viewer/model/timeline.h"
#include "viewer/style/fonts.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer {

struct TimelinePlot {
  std::array<const Timeline*, 2> timelines{};  ///< by Side; not null
  Records records{};                           ///< by Side; null without a record
  std::array<DeviceTime, 2> times{};           ///< by Side
  std::array<std::string, 2> titles;           ///< by Side
  std::array<std::string, 2> notes{};          ///< by Side: behind the title, instead of `times`
};

/// A launch of a side, by its place in the record.
struct TimelineHit {
  Side side = Side::student;
  std::uint32_t launch = 0;
};

/// Of phases by name, as in the report; distinct also without colour vision.
ImU32 phase_color(std::uint32_t name);

/// Fills the current child window. Wheel, drag and a click on bars that are drawn as one change
/// `window`. Returns the launch that was clicked.
std::optional<TimelineHit> draw_timeline_plot(const TimelinePlot& plot, TimeWindow& window,
                                              const Selection& selection, const Theme& theme,
                                              const Fonts& fonts);

}  // namespace warpscope::viewer
