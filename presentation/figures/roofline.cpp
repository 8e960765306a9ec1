// What a device can do at most for a kernel, by its operations per byte of memory.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "arch/profile.h"
#include "base/quantity.h"
#include "presentation/figures/axis.h"
#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

constexpr std::array kRooflineNumbers{
    NumberParameter{"operations", 2, 1, 100000},
    NumberParameter{"bytes", 12, 1, 100000},
};
constexpr std::array kRooflineTexts{TextParameter{"profile", "h200"}};

/// Additions and multiplications of float: a fused multiply-add of each lane counts as two.
double peak_operations_per_s(const arch::Profile& profile) {
  constexpr double kOperationsOfLane = 2;
  return profile.sm.count * profile.sm.warp_instructions_per_cycle * arch::kWarpThreads *
         kOperationsOfLane * profile.sm.clock_hz;
}

Drawing draw_roofline(const Values& values) {
  constexpr float kLeft = 62, kRight = 24, kTop = 26, kBottom = 190;
  constexpr double kTera = 1e-12, kLowest = 1.0 / 16, kHighest = 256;
  const auto& profile = *values.profile;
  const double peak = peak_operations_per_s(profile) * kTera;
  const double bytes_per_s = profile.memory.dram_bytes_per_s * kTera;
  const double ridge = peak / bytes_per_s;
  const double wanted = static_cast<double>(values.number("operations")) /
                        static_cast<double>(values.number("bytes"));
  const double intensity = std::clamp(wanted, kLowest, kHighest);
  const double reached = std::min(peak, intensity * bytes_per_s);
  Drawing drawing;
  const Axis x({kLowest, 1, 16, kHighest}, {kLeft, drawing.width - kRight, true, 8, false});
  const Axis y({kLowest * bytes_per_s, 1, peak * 1.5}, {kBottom, kTop, true, 8, false});
  for (const double tick : y.ticks(6)) {
    drawing.shapes.push_back(
        Polyline{{{kLeft, y.at(tick)}, {drawing.width - kRight, y.at(tick)}}, kBorderPaint, 1});
    drawing.shapes.push_back(
        Label{kLeft - 6, y.at(tick), tick_text(tick), 11, Anchor::end, kMutedPaint});
  }
  for (const double tick : x.ticks(10))
    drawing.shapes.push_back(
        Label{x.at(tick), kBottom + 12, tick_text(tick), 11, Anchor::middle, kMutedPaint});
  drawing.shapes.push_back(Label{0, 8, "10\u00b9\u00b2 operations/s", 12});
  drawing.shapes.push_back(Label{(kLeft + drawing.width - kRight) / 2, kBottom + 28,
                                 "operations per byte of global memory", 12, Anchor::middle});
  drawing.shapes.push_back(Polyline{{{x.at(kLowest), y.at(kLowest * bytes_per_s)},
                                     {x.at(ridge), y.at(peak)},
                                     {x.at(kHighest), y.at(peak)}},
                                    series_paint(0),
                                    2});
  drawing.shapes.push_back(Polyline{
      {{x.at(intensity), kBottom}, {x.at(intensity), y.at(reached)}}, series_paint(1), 1.5F});
  drawing.shapes.push_back(Dot{x.at(intensity), y.at(reached), 4, series_paint(1)});
  drawing.height = kBottom + 40;
  drawing.caption = fmt::format(
      "{}: {} {} for {} bytes: {} per byte, at most {} of {} TFLOP/s, and what limits "
      "is "
      "{}. The two lines meet at {} per byte, with {}.",
      profile.name, values.number("operations"),
      values.number("operations") == 1 ? "operation" : "operations", values.number("bytes"),
      ratio_text(wanted), ratio_text(reached), ratio_text(peak),
      wanted < ridge ? "memory" : "arithmetic", ratio_text(ridge),
      bandwidth_text(profile.memory.dram_bytes_per_s));
  return drawing;
}

}  // namespace

constinit const Kind kRoofline{"roofline",     kRooflineNumbers, {},  draw_roofline,
                               kRooflineTexts, nullptr,          true};

}  // namespace warpscope::figures
