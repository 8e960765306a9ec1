// The part of a timeline that is on the screen.
#pragma once

#include <algorithm>

namespace warpscope::viewer {

/// All in seconds. The span stays positive and within what a double can tell apart.
struct TimeWindow {
  double start_s = 0;
  double end_s = 1e-6;

  double span_s() const { return end_s - start_s; }

  /// Shows [from, to] with a margin of 2 % on both sides.
  void fit(double from_s, double to_s) {
    const double margin = std::max((to_s - from_s) * 0.02, kMinimumSpan / 2);
    start_s = from_s - margin;
    end_s = to_s + margin;
  }
  /// A factor below 1 zooms in; the time `about_s` keeps its place.
  void zoom(double factor, double about_s) {
    const double span = std::clamp(span_s() * factor, kMinimumSpan, kMaximumSpan);
    const double share = (about_s - start_s) / span_s();
    start_s = about_s - share * span;
    end_s = start_s + span;
  }
  void pan(double by_s) {
    start_s += by_s;
    end_s += by_s;
  }

  bool operator==(const TimeWindow&) const = default;

  static constexpr double kMinimumSpan = 1e-9;
  static constexpr double kMaximumSpan = 1e5;
};

}  // namespace warpscope::viewer
