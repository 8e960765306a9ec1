#include "viewer/plots/sweep_ticks.h"

#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "viewer/model/axis_labels.h"
#include "viewer/model/numbers.h"
#include "viewer/model/time_axis.h"

namespace warpscope::viewer {
namespace {

constexpr float kLabelDistance = 34;  // between labels of the axis, in pixels at scale 1
constexpr float kLabelGap = 5;        // at least between two of them
constexpr std::size_t kMostLinearTicks = 50;

/// Ticks with their labels, and how they lie on an axis of `width` pixels.
class Ticks {
 public:
  Ticks(const AxisRange& range, float width, bool is_logarithmic)
      : from_(place(range.shown[0], is_logarithmic)),
        pixels_(width / std::max(place(range.shown[1], is_logarithmic) - from_, 1e-12)),
        is_logarithmic_(is_logarithmic) {}

  void add(double value, std::string text) {
    const auto middle = static_cast<float>((place(value, is_logarithmic_) - from_) * pixels_);
    labels_.push_back({middle, ImGui::CalcTextSize(text.c_str()).x});
    values_.push_back(value);
    texts_.push_back(std::move(text));
  }

  bool fit() const { return fitting().size() == values_.size(); }

  /// Those that keep apart.
  void set_up() const {
    std::vector<double> values;
    std::vector<const char*> texts;
    for (const std::size_t k : fitting()) {
      values.push_back(values_[k]);
      texts.push_back(texts_[k].c_str());
    }
    if (!values.empty())
      ImPlot::SetupAxisTicks(ImAxis_X1, values.data(), static_cast<int>(values.size()),
                             texts.data());
  }

 private:
  static double place(double value, bool is_logarithmic) {
    return is_logarithmic ? std::log2(std::max(value, 1e-9)) : value;
  }

  std::vector<std::size_t> fitting() const {
    return labels_that_fit(labels_, kLabelGap * ImGui::GetStyle().FontScaleMain);
  }

  double from_, pixels_;
  bool is_logarithmic_;
  std::vector<double> values_;
  std::vector<std::string> texts_;
  std::vector<AxisLabel> labels_;
};

/// So few that labels keep apart, whatever part of the axis is shown.
void set_up_even_ticks(const AxisRange& range, float width, bool is_logarithmic) {
  const double span = range.shown[1] - range.shown[0];
  const float distance = kLabelDistance * ImGui::GetStyle().FontScaleMain;
  for (int most = std::max(static_cast<int>(width / distance), 1); most > 0; --most) {
    const double step = std::max(tick_step(span, most), 1e-12);
    const double first = std::ceil(range.shown[0] / step);
    Ticks ticks(range, width, is_logarithmic);
    for (std::size_t k = 0; k < kMostLinearTicks; ++k) {
      // Adding 0 makes +0 of -0, whose label would have the sign.
      const double tick = (first + static_cast<double>(k)) * step + 0.0;
      if (tick > range.shown[1]) break;
      ticks.add(tick, fmt::format("{:g}", tick));
    }
    if (!ticks.fit() && most > 1) continue;
    ticks.set_up();
    return;
  }
}

}  // namespace

void set_up_ticks(const AxisRange& range, const std::vector<double>& places, bool is_logarithmic,
                  float width) {
  if (!is_logarithmic) {
    set_up_even_ticks(range, width, false);
    return;
  }
  Ticks ticks(range, width, true);
  std::size_t count = 0;
  for (const double value : places) {
    if (value < range.shown[0] || value > range.shown[1]) continue;
    ticks.add(value, compact(value));
    ++count;
  }
  // Zoomed in between two points: even ticks say where that is.
  if (count < 2) return set_up_even_ticks(range, width, true);
  ticks.set_up();
}

}  // namespace warpscope::viewer
