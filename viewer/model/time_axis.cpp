#include "viewer/model/time_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope::viewer {
namespace {

struct TimeUnit {
  double length_s;
  const char* name;
};
constexpr std::array<TimeUnit, 4> kTimeUnits{{{1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"}}};

/// Labels with more steps than this before them would need too many digits.
constexpr double kMostSteps = 1000;
constexpr int kMostTicks = 100;

/// The unit in which the time has at most three digits before the point.
const TimeUnit& unit_for(double time_s) {
  for (const auto& unit : kTimeUnits) {
    if (std::abs(time_s) < 999.5 * unit.length_s) return unit;
  }
  return kTimeUnits.back();
}

/// With the decimals that a multiple of `resolution_s` needs; it is a power of ten.
std::string label_of(double time_s, double resolution_s, const TimeUnit& unit) {
  const double decimals = -std::floor(std::log10(resolution_s / unit.length_s) + 1e-6);
  return fmt::format("{:.{}f} {}", time_s / unit.length_s,
                     static_cast<int>(std::clamp(decimals, 0.0, 15.0)), unit.name);
}

}  // namespace

double tick_step(double span, int most) {
  const double raw = span / std::max(most, 1);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (power * factor >= raw) return power * factor;
  }
  return power * 10;
}

TimeAxis time_axis(const TimeWindow& window, int most) {
  TimeAxis axis;
  const double step_s = tick_step(window.span_s(), most);
  const double power_s = std::pow(10.0, std::floor(std::log10(step_s) + 1e-6));
  const double farthest_s = std::max(std::abs(window.start_s), std::abs(window.end_s));
  double origin_s = 0;
  if (farthest_s >= kMostSteps * step_s) {
    const double grid_s = kMostSteps * power_s;
    origin_s = std::floor(window.start_s / grid_s) * grid_s;
    if (origin_s != 0) axis.origin = label_of(origin_s, grid_s, unit_for(origin_s));
  }
  // Counted from the origin, because adding a tiny step to a large time may not change it.
  const double first = std::ceil((window.start_s - origin_s) / step_s - 1e-6);
  const TimeUnit& unit =
      unit_for(std::max(std::abs(window.start_s - origin_s), std::abs(window.end_s - origin_s)));
  for (int i = 0; i < kMostTicks; ++i) {
    const double distance_s = (first + i) * step_s;
    if (origin_s + distance_s > window.end_s) break;
    std::string label = first + i == 0 ? "0" : label_of(distance_s, power_s, unit);
    if (!axis.origin.empty()) label = "+" + label;
    axis.ticks.push_back({origin_s + distance_s, std::move(label)});
  }
  return axis;
}

}  // namespace warpscope::viewer
