#include "runner/report/html/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "base/html_text.h"

namespace warpscope::runner::html {
namespace {

constexpr double kWidth = 560, kHeight = 300;
constexpr double kLeft = 80, kNoRightAxis = 20, kBottom = 48;
constexpr double kFaint = 0.35;
constexpr double kFirstLegend = 18, kLegendStep = 13;
constexpr double kCurvesThatFit = 6;  // with more, the picture is higher
constexpr double kLogFactor = 8;
constexpr int kTicks = 5;
/// Student and reference as in the viewer. Distinct also without colour vision; dashes tell them
/// apart in print.
constexpr std::array<const char*, 7> kColours{"#d55e00", "#0072b2", "#009e73", "#cc79a7",
                                              "#56b4e9", "#a06a00", "#555555"};
constexpr std::array<const char*, 4> kDashes{"none", "7 4", "2 3", "9 3 2 3"};

struct Range {
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// 1, 2 or 5 times a power of ten, at least `value`.
double round_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0, 10.0}) {
    if (step * power >= value * 0.999999) return step * power;
  }
  return value;
}

class PlotDrawing {
 public:
  explicit PlotDrawing(const Plot& plot) : plot_(plot) {
    Range y;
    const auto curves = static_cast<double>(plot.curves.size());
    top_ = kFirstLegend + kLegendStep * std::max(2.0, curves);
    height_ = kHeight + kLegendStep * std::max(0.0, curves - kCurvesThatFit);
    for (const auto& curve : plot.curves) {
      if (curve.is_on_right_axis) right_ = kLeft;
      for (const auto& [px, py] : curve.points) {
        x_.add(px);
        y.add(py / unit_of(curve));
        xs_.insert(px);
      }
    }
    is_log_ = x_.low > 0 && x_.high >= kLogFactor * x_.low;
    y_step_ = y.high > 0 ? round_up(y.high / kTicks) : 1;
    y_top_ = y_step_ * std::max(1.0, std::ceil(y.high / y_step_));
  }

  std::string draw() {
    text_ = fmt::format(
        "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
        "aria-label=\"{2}\"><text class=\"title\" x=\"{3}\" y=\"18\">{2}</text>",
        kWidth, height_, escaped_html(plot_.title), kLeft);
    axes();
    for (std::size_t i = 0; i < plot_.curves.size(); ++i) curve(i);
    return text_ + "</svg>\n";
  }

 private:
  double x(double value) const {
    const auto scale = [&](double v) { return is_log_ ? std::log2(v) : v; };
    const double span = scale(x_.high) - scale(x_.low);
    const double share = span > 0 ? (scale(value) - scale(x_.low)) / span : 0.5;
    return kLeft + share * (kWidth - kLeft - right_);
  }
  double y(double value) const {
    return height_ - kBottom - value / y_top_ * (height_ - top_ - kBottom);
  }

  /// How many of the right axis's units the curve's values have for one of the left axis.
  double unit_of(const Curve& curve) const {
    return curve.is_on_right_axis ? plot_.right_over_left : 1;
  }
  std::string y_text(double value) const {
    return escaped_html(plot_.y_text != nullptr ? plot_.y_text(value) : fmt::format("{:g}", value));
  }

  void axes() {
    for (double value = 0; value <= y_top_ * 1.0001; value += y_step_) {
      text_ += fmt::format(
          "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
          "<text class=\"tick\" text-anchor=\"end\" x=\"{}\" y=\"{:.1f}\">{}</text>",
          kLeft, kWidth - right_, y(value), y(value), kLeft - 6, y(value) + 4, y_text(value));
      if (right_ == kNoRightAxis) continue;
      text_ +=
          fmt::format("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\">{}</text>", kWidth - right_ + 6,
                      y(value) + 4, y_text(value * plot_.right_over_left));
    }
    double last = -100;
    for (const double value : xs_) {
      if (x(value) - last < 24) continue;
      last = x(value);
      text_ += fmt::format(
          "<text class=\"tick\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{}\">{:g}</text>", x(value),
          height_ - kBottom + 16, value);
    }
    text_ += fmt::format("<text class=\"label\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>",
                         (kLeft + kWidth - right_) / 2, height_ - 12, escaped_html(plot_.x_label));
    if (right_ == kNoRightAxis) return;
    text_ += fmt::format("<text class=\"label\" text-anchor=\"end\" x=\"{}\" y=\"{}\">{}</text>",
                         kWidth, height_ - 12, escaped_html(plot_.right_label));
  }

  void curve(std::size_t index) {
    const auto& curve = plot_.curves[index];
    const auto* colour = kColours[index % kColours.size()];
    std::string path;
    std::string dots;
    for (const auto& [px, py] : curve.points) {
      path +=
          fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x(px), y(py / unit_of(curve)));
      dots += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"><title>{}: {:g}, {}</title>"
          "</circle>",
          x(px), y(py / unit_of(curve)), colour, escaped_html(curve.name), px, y_text(py));
    }
    text_ += fmt::format(
        "<g opacity=\"{}\"><path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
        "stroke-dasharray=\"{}\"/>{}</g>"
        "<text class=\"legend\" text-anchor=\"end\" x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>",
        curve.is_faint ? kFaint : 1, path, colour, kDashes[index % kDashes.size()], dots,
        kWidth - right_, kFirstLegend + kLegendStep * static_cast<double>(index), colour,
        escaped_html(curve.name));
  }

  const Plot& plot_;
  Range x_;
  std::set<double> xs_;
  bool is_log_ = false;
  double right_ = kNoRightAxis;  ///< room beside the plot
  double top_ = 0;               ///< room above it, for the legend
  double height_ = kHeight;
  double y_step_ = 1, y_top_ = 1;
  std::string text_;
};

}  // namespace

std::string svg(const Plot& plot) {
  const bool has_points =
      std::ranges::any_of(plot.curves, [](const auto& curve) { return !curve.points.empty(); });
  return has_points ? PlotDrawing(plot).draw() : std::string();
}

}  // namespace warpscope::runner::html
