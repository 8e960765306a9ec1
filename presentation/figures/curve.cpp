// A lab's sweep: a line for each program, out of kept runs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "presentation/figures/axis.h"
#include "presentation/figures/kinds.h"
#include "presentation/figures/words.h"

namespace warpscope::figures {
namespace {

constexpr std::array kCurveTexts{
    TextParameter{"lab", "", true},
    TextParameter{"sweep", "", true},
    TextParameter{"programs", "starter, reference"},
    TextParameter{"metric", "counter"},
    TextParameter{"task", ""},
};

std::vector<KeptWish> wishes_of_curve(const Values& values) {
  std::vector<KeptWish> wishes;
  for (auto& program : words_of(values.text("programs")))
    wishes.push_back(
        {values.text("lab"), std::move(program), "", values.text("sweep"), values.text("metric")});
  return wishes;
}

/// The kept curves of a wish; all of its tasks, or the one that the figure names.
std::vector<const record::KeptCurve*> curves_of(const KeptWish& wish, const Values& values) {
  std::vector<const record::KeptCurve*> found;
  for (const auto& curve : values.kept->curves) {
    const bool is_wished =
        curve.program == wish.program && curve.sweep == wish.sweep && curve.metric == wish.metric;
    const auto& task = values.text("task");
    if (is_wished && !curve.points.empty() && (task.empty() || curve.task == task))
      found.push_back(&curve);
  }
  return found;
}

class CurveFigure {
 public:
  explicit CurveFigure(const Values& values) {
    std::vector<std::string> programs;
    for (const auto& wish : wishes_of_curve(values)) {
      programs.push_back(wish.program);
      const auto found = curves_of(wish, values);
      if (found.empty())
        throw std::runtime_error(
            fmt::format("No curve \"{}\" ({}) of the program \"{}\" is kept; \"./run keep {}\" "
                        "keeps what decks show.",
                        wish.sweep, wish.metric, wish.program, wish.lab));
      curves_.insert(curves_.end(), found.begin(), found.end());
    }
    if (curves_.size() > kSeriesPaints)
      throw std::runtime_error(fmt::format("A figure draws at most {} curves.", kSeriesPaints));
  }

  Drawing draw() {
    const Axis x(all_values(0), {kLeft, drawing_.width - kRight, true, 8, false});
    const float top = draw_legend() + kLegendLine - 2;
    bottom_ = top + kHeight;
    const Axis y(all_values(1), {bottom_, top, true, kFarInY, true});
    drawing_.height = bottom_ + 40;
    draw_grid(x, y);
    // The last program first, so that the first one lies above it where both agree.
    for (std::size_t i = curves_.size(); i-- > 0;) draw_curve(i, x, y);
    drawing_.caption = caption();
    return std::move(drawing_);
  }

 private:
  static constexpr float kLeft = 62, kRight = 24, kHeight = 150;
  static constexpr float kFirstLegend = 30, kLegendLine = 18;
  static constexpr double kFarInY = 100;

  std::vector<double> all_values(std::size_t coordinate) const {
    std::vector<double> values;
    for (const auto* curve : curves_) {
      for (const auto& point : curve->points) values.push_back(point[coordinate]);
    }
    return values;
  }

  void line(std::array<float, 2> from, std::array<float, 2> to, Paint paint) {
    drawing_.shapes.push_back(Polyline{{from, to}, paint, 1});
  }

  void label(float x, float y, std::string text, float size, Anchor anchor, Paint paint) {
    drawing_.shapes.push_back(Label{x, y, std::move(text), size, anchor, paint});
  }

  void draw_grid(const Axis& x, const Axis& y) {
    const float right = drawing_.width - kRight;
    for (const double tick : y.ticks(6)) {
      line({kLeft, y.at(tick)}, {right, y.at(tick)}, kBorderPaint);
      label(kLeft - 6, y.at(tick), tick_text(tick), 11, Anchor::end, kMutedPaint);
    }
    line({kLeft, bottom_}, {right, bottom_}, kMutedPaint);
    for (const double tick : x.ticks(12)) {
      line({x.at(tick), bottom_}, {x.at(tick), bottom_ + 4}, kMutedPaint);
      label(x.at(tick), bottom_ + 13, tick_text(tick), 11, Anchor::middle, kMutedPaint);
    }
    const auto& any = *curves_.front();
    label((kLeft + right) / 2, bottom_ + 30, any.x_label, 12, Anchor::middle, kTextPaint);
    label(0, 10, fmt::format("{} ({})", any.y_label, sources()), 12, Anchor::begin, kTextPaint);
  }

  std::string sources() const {
    std::string text = curves_.front()->source;
    for (const auto* curve : curves_) {
      if (text.find(curve->source) == std::string::npos) text += ", " + curve->source;
    }
    return text;
  }

  /// The program, with its task or its source where a program has several curves.
  std::string name(const record::KeptCurve& curve) const {
    auto text = curve.program;
    const auto differs = [&](auto member) {
      return std::ranges::any_of(curves_, [&](const auto* other) {
        return other->program == curve.program && other->*member != curve.*member;
      });
    };
    if (differs(&record::KeptCurve::source)) {
      text += ", " + curve.source;
    } else if (differs(&record::KeptCurve::task)) {
      text += ", " + curve.task;
    }
    return text;
  }

  static bool is_measured(const record::KeptCurve& curve) {
    return curve.source.starts_with("measured");
  }

  /// A point as the viewer draws it: a plus where it was measured.
  void mark(const record::KeptCurve& curve, std::array<float, 2> at, float size, Paint paint) {
    if (!is_measured(curve)) {
      drawing_.shapes.push_back(Dot{at[0], at[1], size, paint});
      return;
    }
    const float half = size + 1;
    drawing_.shapes.push_back(Polyline{{{at[0] - half, at[1]}, {at[0] + half, at[1]}}, paint, 2});
    drawing_.shapes.push_back(Polyline{{{at[0], at[1] - half}, {at[0], at[1] + half}}, paint, 2});
  }

  /// Beside each other as far as there is room, then in further lines. Where the last line is.
  float draw_legend() {
    constexpr float kSize = 12, kLine = 26, kSpace = 24, kWidthOfLetter = 0.56F;
    float x = kLeft, y = kFirstLegend;
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      const auto paint = series_paint(static_cast<std::uint32_t>(i));
      const auto text = name(*curves_[i]);
      const float width = kLine + 6 + kWidthOfLetter * kSize * static_cast<float>(text.size());
      if (x != kLeft && x + width > drawing_.width) {
        x = kLeft;
        y += kLegendLine;
      }
      drawing_.shapes.push_back(Polyline{{{x, y}, {x + kLine, y}}, paint, 2});
      mark(*curves_[i], {x + kLine / 2, y}, 3.5F, paint);
      label(x + kLine + 6, y, text, kSize, Anchor::begin, kTextPaint);
      x += width + kSpace;
    }
    return y;
  }

  void draw_curve(std::size_t index, const Axis& x, const Axis& y) {
    const auto paint = series_paint(static_cast<std::uint32_t>(index));
    Polyline path{{}, paint, 2};
    for (const auto& point : curves_[index]->points)
      path.points.push_back({x.at(point[0]), y.at(point[1])});
    const auto points = path.points;
    if (points.size() > 1) drawing_.shapes.push_back(std::move(path));
    for (const auto& point : points) mark(*curves_[index], point, 3, paint);
  }

  std::string caption() const {
    auto text = curves_.front()->title + ".";
    for (const auto* curve : curves_) {
      const auto [lowest, highest] =
          std::ranges::minmax(curve->points, {}, [](const auto& point) { return point[1]; });
      text += lowest[1] == highest[1]
                  ? fmt::format(" {}: {} everywhere.", name(*curve), tick_text(lowest[1]))
                  : fmt::format(" {}: from {} to {}.", name(*curve), tick_text(lowest[1]),
                                tick_text(highest[1]));
    }
    return text;
  }

  std::vector<const record::KeptCurve*> curves_;
  Drawing drawing_;
  float bottom_ = 0;  ///< of the plot
};

Drawing draw_curve_figure(const Values& values) { return CurveFigure(values).draw(); }

}  // namespace

constinit const Kind kCurve{"curve", {}, {}, draw_curve_figure, kCurveTexts, wishes_of_curve};

}  // namespace warpscope::figures
