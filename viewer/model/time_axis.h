// Where the ticks of a time axis lie and what is written at them.
#pragma once

#include <string>
#include <vector>

#include "viewer/model/time_window.h"

namespace warpscope::viewer {

struct TimeTick {
  double time_s = 0;
  std::string label;  ///< "20 ms"; with an origin the distance from it, "+2 µs"
};

struct TimeAxis {
  /// What the labels are distances from, "114 ms"; empty when they are times themselves.
  std::string origin;
  std::vector<TimeTick> ticks;
};

/// Distance between ticks, in the span's unit: 1, 2 or 5 times a power of ten, so that at most
/// `most` fit in the span.
double tick_step(double span, int most);

/// Ticks of the window, at most about `most`. All labels have one unit and as many decimals as the
/// step needs, so that neighbours always differ.
TimeAxis time_axis(const TimeWindow& window, int most);

}  // namespace warpscope::viewer
