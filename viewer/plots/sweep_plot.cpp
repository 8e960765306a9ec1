#include "viewer/plots/sweep_plot.h"

#include <implot.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "viewer/model/numbers.h"

namespace warpscope::viewer {
namespace {

constexpr float kHitDistance = 14;  // pixels between the cursor and a point
// Tasks of one sweep differ by marker; sides by colour, and by filled or hollow markers.
constexpr std::array<ImPlotMarker, 4> kMarkers{ImPlotMarker_Circle, ImPlotMarker_Square,
                                               ImPlotMarker_Diamond, ImPlotMarker_Up};

struct Columns {
  std::vector<double> x, y;
};

Columns columns_of(const SweepSeries& series) {
  Columns columns;
  for (const auto& point : series.points) {
    columns.x.push_back(point.x);
    columns.y.push_back(point.y);
  }
  return columns;
}

/// Calls `visit` with each side's series.
template <class Visit>
void for_each_series(const SweepPlot& plot, Visit&& visit) {
  for (const Side side : kSides) {
    const auto* all = plot.series[index(side)];
    if (all == nullptr) continue;
    for (std::size_t i = 0; i < all->size(); ++i) visit(side, i, (*all)[i]);
  }
}

std::vector<double> places(const SweepPlot& plot) {
  std::vector<double> values;
  for_each_series(plot, [&](Side, std::size_t, const SweepSeries& series) {
    for (const auto& point : series.points) values.push_back(point.x);
  });
  std::ranges::sort(values);
  const auto twins = std::ranges::unique(values);
  values.erase(twins.begin(), twins.end());
  return values;
}

double greatest_y(const SweepPlot& plot) {
  double greatest = 0;
  for_each_series(plot, [&](Side, std::size_t, const SweepSeries& series) {
    for (const auto& point : series.points) greatest = std::max(greatest, point.y);
  });
  return greatest;
}

void set_up_x(const SweepPlot& plot, const std::vector<double>& values, AxisRange& range,
              bool fits) {
  const bool is_logarithmic = wants_logarithm(values);
  ImPlot::SetupAxis(ImAxis_X1, plot.x_label.c_str(), ImPlotAxisFlags_NoHighlight);
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
  constexpr std::size_t kMostTicks = 9;
  if (is_logarithmic && values.size() <= kMostTicks) {
    std::vector<std::string> texts;
    std::vector<const char*> labels;
    for (const double value : values) texts.push_back(compact(value));
    for (const auto& text : texts) labels.push_back(text.c_str());
    ImPlot::SetupAxisTicks(ImAxis_X1, values.data(), static_cast<int>(values.size()),
                           labels.data());
  }
}

void draw_series(const SweepPlot& plot, const Theme& theme) {
  // The reference first, so that the student's line lies above it where both agree.
  for (const Side side : {Side::reference, Side::student}) {
    const auto* all = plot.series[index(side)];
    if (all == nullptr) continue;
    for (std::size_t i = 0; i < all->size(); ++i) {
      const Columns columns = columns_of((*all)[i]);
      const ImVec4 color = ImGui::ColorConvertU32ToFloat4(theme.of(side));
      ImPlotSpec spec;
      spec.LineColor = color;
      spec.LineWeight = 2;
      spec.Marker = kMarkers[i % kMarkers.size()];
      spec.MarkerSize = side == Side::student ? 3.5F : 4.5F;
      spec.MarkerLineColor = color;
      spec.MarkerFillColor =
          side == Side::student ? color : ImGui::ColorConvertU32ToFloat4(theme.panel);
      const std::string label = std::string(side_title(side)) + " " + (*all)[i].task;
      ImPlot::PlotLine(label.c_str(), columns.x.data(), columns.y.data(),
                       static_cast<int>(columns.x.size()), spec);
    }
  }
}

struct Nearest {
  Side side = Side::student;
  const SweepSeries* series = nullptr;
  const SweepPoint* point = nullptr;
};

Nearest nearest_point(const SweepPlot& plot) {
  Nearest best;
  const ImVec2 mouse = ImGui::GetMousePos();
  float best_distance = kHitDistance;
  for_each_series(plot, [&](Side side, std::size_t, const SweepSeries& series) {
    for (const auto& point : series.points) {
      const ImVec2 at = ImPlot::PlotToPixels(point.x, point.y);
      const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
      if (distance < best_distance) {
        best_distance = distance;
        best = {side, &series, &point};
      }
    }
  });
  return best;
}

/// Values of both sides at the same place, since that is what one wants to compare.
void show_values(const SweepPlot& plot, const Nearest& nearest, const Theme& theme) {
  const ImVec2 at = ImPlot::PlotToPixels(nearest.point->x, nearest.point->y);
  ImPlot::GetPlotDrawList()->AddCircle(at, 7, theme.of(nearest.side), 0, 1.5F);
  ImGui::BeginTooltip();
  ImGui::Text("%s  (%s = %s)", nearest.point->case_name.c_str(), plot.x_label.c_str(),
              compact(nearest.point->x).c_str());
  for_each_series(plot, [&](Side side, std::size_t, const SweepSeries& series) {
    if (series.task != nearest.series->task) return;
    for (const auto& point : series.points) {
      if (point.x != nearest.point->x) continue;
      const std::string text = std::string(side_title(side)) + "  " + fixed(point.y, 2);
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme.of(side)), "%s", text.c_str());
    }
  });
  ImGui::TextDisabled("%s", plot.y_label.c_str());
  ImGui::EndTooltip();
}

}  // namespace

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
  const ImVec2 label = ImGui::GetCursorScreenPos();
  ImGui::PushClipRect(label, {label.x + size.x, label.y + ImGui::GetTextLineHeight()}, true);
  ImGui::TextDisabled("%s", plot.y_label.c_str());
  ImGui::PopClipRect();
  size.y -= ImGui::GetTextLineHeightWithSpacing();
  const auto values = places(plot);
  if (ImPlot::BeginPlot(plot.id, size,
                        ImPlotFlags_NoLegend | ImPlotFlags_NoTitle | ImPlotFlags_NoMouseText |
                            ImPlotFlags_NoMenus)) {
    set_up_x(plot, values, x, fits);
    ImPlot::SetupAxis(ImAxis_Y1, nullptr, ImPlotAxisFlags_NoHighlight);
    const double top = greatest_y(plot);
    if (fits || y.is_untouched()) y.fit(0, top > 0 ? top * 1.12 : 1);
    ImPlot::SetupAxisLinks(ImAxis_Y1, &y.shown[0], &y.shown[1]);
    draw_series(plot, theme);
    if (ImPlot::IsPlotHovered()) {
      if (const Nearest nearest = nearest_point(plot); nearest.point != nullptr) {
        show_values(plot, nearest, theme);
        hit = SweepHit{nearest.side, nearest.point->case_name};
      }
    }
    ImPlot::EndPlot();
  }
  ImGui::PopFont();
  ImGui::EndGroup();
  return hit;
}

}  // namespace warpscope::viewer
