#include "viewer/plots/sweep_plot.h"

#include <implot.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "record/measured_curves.h"
#include "record/names.h"
#include "viewer/model/numbers.h"
#include "viewer/plots/sweep_lines.h"
#include "viewer/plots/sweep_ticks.h"

namespace warpscope::viewer {
namespace {

constexpr float kHitDistance = 14;  // pixels between the cursor and a point
constexpr float kMarkSize = 4;      // half a failed case's mark, in pixels at scale 1

bool has_measured(const SweepPlot& plot) {
  return std::ranges::any_of(plot.measured, [](const auto& curves) { return !curves.empty(); }) ||
         std::ranges::any_of(plot.beside, &BesideSeries::is_measured);
}

void set_up_x(const SweepPlot& plot, const std::vector<double>& values, AxisRange& range, bool fits,
              float width, bool has_label) {
  const bool is_logarithmic = wants_logarithm(values);
  ImPlot::SetupAxis(ImAxis_X1, has_label ? plot.x_label.c_str() : nullptr,
                    ImPlotAxisFlags_NoHighlight);
  if (is_logarithmic) {
    ImPlot::SetupAxisScale(
        ImAxis_X1, [](double value, void*) { return std::log2(std::max(value, 1e-9)); },
        [](double value, void*) { return std::exp2(value); });
  }
  if ((fits || range.is_untouched()) && !values.empty()) {
    const double low = values.front(), high = values.back();
    const double margin = std::max((high - low) * 0.05, 0.5);
    if (is_logarithmic) {
      range.fit(low / 1.25, high * 1.25);
    } else {
      range.fit(low - margin, high + margin);
    }
  }
  ImPlot::SetupAxisLinks(ImAxis_X1, &range.shown[0], &range.shown[1]);
  set_up_ticks(range, values, is_logarithmic, width);
}

/// Above the axis; the reference's mark lies above the student's, so that both are seen.
ImVec2 place_of_failure(double x, Side side) {
  const float step = 2.6F * kMarkSize * ImGui::GetStyle().FontScaleMain;
  const ImVec2 corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const float bottom = corner.y + size.y;
  return {ImPlot::PlotToPixels(x, 0).x, bottom - step * (side == Side::student ? 0.6F : 1.6F)};
}

void draw_failures(const SweepPlot& plot, const Theme& theme) {
  ImPlot::PushPlotClipRect();
  for_each_series(plot, [&](Side side, std::size_t, const SweepSeries& series) {
    for (const auto& failure : series.failures) {
      draw_failure_mark(*ImPlot::GetPlotDrawList(), place_of_failure(failure.x, side),
                        theme.of(side), ImGui::GetStyle().FontScaleMain);
    }
  });
  ImPlot::PopPlotClipRect();
}

struct Nearest {
  Side side = Side::student;
  const SweepSeries* series = nullptr;
  const SweepPoint* point = nullptr;      ///< or
  const SweepFailure* failure = nullptr;  ///< or neither

  bool is_any() const { return point != nullptr || failure != nullptr; }
  double x() const { return point != nullptr ? point->x : failure->x; }
  const std::string& case_name() const {
    return point != nullptr ? point->case_name : failure->case_name;
  }
};

Nearest nearest_point(const SweepPlot& plot) {
  Nearest best;
  const ImVec2 mouse = ImGui::GetMousePos();
  float best_distance = kHitDistance;
  const auto is_nearer = [&](ImVec2 at) {
    const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
    if (distance >= best_distance) return false;
    best_distance = distance;
    return true;
  };
  for_each_series(plot, [&](Side side, std::size_t, const SweepSeries& series) {
    for (const auto& point : series.points) {
      if (is_nearer(ImPlot::PlotToPixels(point.x, point.y)))
        best = {side, &series, &point, nullptr};
    }
    for (const auto& failure : series.failures) {
      if (is_nearer(place_of_failure(failure.x, side))) best = {side, &series, nullptr, &failure};
    }
  });
  return best;
}

void circle_chosen(const SweepPlot& plot, const Theme& theme) {
  if (!plot.chosen_case) return;
  const float radius = 8 * ImGui::GetStyle().FontScaleMain;
  for_each_series(plot, [&](Side side, std::size_t, const SweepSeries& series) {
    const auto circle = [&](ImVec2 at) {
      ImPlot::GetPlotDrawList()->AddCircle(at, radius, theme.text, 0, 2);
    };
    for (const auto& point : series.points) {
      if (point.case_name == *plot.chosen_case) circle(ImPlot::PlotToPixels(point.x, point.y));
    }
    for (const auto& failure : series.failures) {
      if (failure.case_name == *plot.chosen_case) circle(place_of_failure(failure.x, side));
    }
  });
}

/// Values of both sides at the same place, since that is what one wants to compare.
void show_values(const SweepPlot& plot, const Nearest& nearest, const Theme& theme) {
  const ImVec2 at = nearest.point != nullptr
                        ? ImPlot::PlotToPixels(nearest.point->x, nearest.point->y)
                        : place_of_failure(nearest.failure->x, nearest.side);
  ImPlot::GetPlotDrawList()->AddCircle(at, 7, theme.of(nearest.side), 0, 1.5F);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(420 * ImGui::GetStyle().FontScaleMain);
  ImGui::Text("%s  (%s = %s)", nearest.case_name().c_str(), plot.x_label.c_str(),
              compact(nearest.x()).c_str());
  for_each_series(plot, [&](Side side, std::size_t, const SweepSeries& series) {
    if (series.task != nearest.series->task) return;
    const auto say = [&](const std::string& what) {
      const std::string text = std::string(side_title(side)) + "  " + what;
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme.of(side)), "%s", text.c_str());
    };
    for (const auto& point : series.points) {
      if (point.x == nearest.x()) say(fixed(point.y, 2));
    }
    for (const auto& failure : series.failures) {
      if (failure.x != nearest.x()) continue;
      say("no value: " + std::string(record::in_words(failure.verdict)));
      if (!failure.message.empty()) ImGui::TextUnformatted(failure.message.c_str());
    }
  });
  ImGui::TextDisabled("%s (%s)", plot.y_label.c_str(), plot.provenance.c_str());
  for_each_measured(plot, [&](Side side, const MeasuredSeries& curve) {
    for (const auto& point : curve.points) {
      if (point[0] != nearest.x()) continue;
      const std::string text = curve.label + "  " + fixed(point[1], 2);
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme.of(side)), "%s", text.c_str());
    }
  });
  const std::size_t count = programs_beside(plot);
  for (const auto& curve : plot.beside) {
    for (const auto& point : curve.points) {
      if (point[0] != nearest.x()) continue;
      const std::string text = curve.label + "  " + fixed(point[1], 2);
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color_beside(curve.program, count)), "%s",
                         text.c_str());
    }
  }
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

/// As long as it lives: the wheel zooms with Ctrl, and without is left to the window, which
/// scrolls.
class WheelNeedsCtrl {
 public:
  WheelNeedsCtrl() {
    auto& map = ImPlot::GetInputMap();
    map.ZoomMod = ImGuiMod_Ctrl;
    map.OverrideMod = ImGuiMod_Alt;  // it switches everything else off, and was Ctrl
  }
  ~WheelNeedsCtrl() { ImPlot::GetInputMap() = before_; }
  WheelNeedsCtrl(const WheelNeedsCtrl&) = delete;
  WheelNeedsCtrl& operator=(const WheelNeedsCtrl&) = delete;

 private:
  ImPlotInputMap before_ = ImPlot::GetInputMap();
};

std::string whole_label(const SweepPlot& plot) {
  return plot.y_label + " (" + plot.provenance + ")";
}

void draw_label(const SweepPlot& plot, ImVec2& size) {
  const ImVec2 at = ImGui::GetCursorPos();
  const bool is_one_line = ImGui::CalcTextSize(whole_label(plot).c_str()).x <= size.x;
  ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
  ImGui::PushTextWrapPos(at.x + size.x);
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextUnformatted((is_one_line ? whole_label(plot) : plot.y_label).c_str());
  if (!is_one_line) ImGui::TextUnformatted(("(" + plot.provenance + ")").c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  ImGui::PopStyleVar();
  const float height = plot.label_height + ImGui::GetStyle().ItemSpacing.y;
  ImGui::SetCursorPos({at.x, at.y + height});
  size.y -= height;
}

/// Below a plot that is too narrow for it: in the middle of what both axes take, on several lines
/// where that is too narrow, too.
void draw_wide_label(const std::string& label, float width) {
  const float left = ImGui::GetCursorPosX(), wanted = ImGui::CalcTextSize(label.c_str()).x;
  ImGui::SetCursorPosX(left + std::max((width - wanted) / 2, 0.0F));
  ImGui::PushTextWrapPos(left + width);
  ImGui::TextUnformatted(label.c_str());
  ImGui::PopTextWrapPos();
}

}  // namespace

bool has_points(const SweepPlot& plot) { return !x_values(plot).empty(); }

float label_height(const SweepPlot& plot, float width) {
  const ImVec2 whole = ImGui::CalcTextSize(whole_label(plot).c_str());
  if (whole.x <= width) return whole.y;
  const auto height = [&](const std::string& text) {
    return ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
  };
  return height(plot.y_label) + height("(" + plot.provenance + ")");
}

void draw_failure_mark(ImDrawList& list, ImVec2 center, ImU32 color, float scale) {
  const float size = kMarkSize * scale, weight = 2 * scale;
  list.AddLine({center.x - size, center.y - size}, {center.x + size, center.y + size}, color,
               weight);
  list.AddLine({center.x - size, center.y + size}, {center.x + size, center.y - size}, color,
               weight);
}

bool wants_logarithm(const std::vector<double>& values) {
  if (values.size() < 3 || values.front() <= 0) return false;
  return values.back() / values.front() >= 8;
}

std::optional<SweepHit> draw_sweep_plot(const SweepPlot& plot, ImVec2 size, AxisRange& x,
                                        AxisRange& y, bool fits, const Theme& theme,
                                        const Fonts& fonts) {
  std::optional<SweepHit> hit;
  ImGui::BeginGroup();
  ImGui::PushFont(fonts.text, kSmallSize);
  draw_label(plot, size);
  const auto values = x_values(plot);
  // Of the axis; in the first frame it is not known how much room the labels beside it take.
  constexpr float kUsualShare = 0.75F;
  float& width =
      *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(plot.id), size.x * kUsualShare);
  const bool has_room = ImGui::CalcTextSize(plot.x_label.c_str()).x <= width;
  const ImVec2 label = ImGui::CalcTextSize(plot.x_label.c_str(), nullptr, false, size.x);
  if (!has_room) size.y -= label.y + ImGui::GetStyle().ItemSpacing.y;
  const WheelNeedsCtrl wheel_needs_ctrl;
  if (ImPlot::BeginPlot(plot.id, size,
                        ImPlotFlags_NoLegend | ImPlotFlags_NoTitle | ImPlotFlags_NoMouseText |
                            ImPlotFlags_NoMenus)) {
    set_up_x(plot, values, x, fits, width, has_room);
    ImPlot::SetupAxis(ImAxis_Y1, nullptr, ImPlotAxisFlags_NoHighlight);
    const double top = greatest_y(plot);
    if (fits || y.is_untouched()) y.fit(0, top > 0 ? top * 1.12 : 1);
    ImPlot::SetupAxisLinks(ImAxis_Y1, &y.shown[0], &y.shown[1]);
    if (has_measured(plot)) {
      ImPlot::SetupAxis(ImAxis_Y2, nullptr,
                        ImPlotAxisFlags_AuxDefault | ImPlotAxisFlags_NoHighlight);
      ImPlot::SetupAxisLimits(ImAxis_Y2, y.shown[0] * plot.right_over_left,
                              y.shown[1] * plot.right_over_left, ImPlotCond_Always);
      draw_measured(plot, theme);
    }
    width = ImPlot::GetPlotSize().x;
    draw_beside(plot);
    draw_series(plot, theme);
    draw_failures(plot, theme);
    circle_chosen(plot, theme);
    if (ImPlot::IsPlotHovered()) {
      if (const Nearest nearest = nearest_point(plot); nearest.is_any()) {
        show_values(plot, nearest, theme);
        hit = SweepHit{nearest.side, nearest.case_name()};
      }
    }
    ImPlot::EndPlot();
  }
  if (!has_room) draw_wide_label(plot.x_label, size.x);
  ImGui::PopFont();
  ImGui::EndGroup();
  return hit;
}

}  // namespace warpscope::viewer
