#include "viewer/plots/sweep_lines.h"

#include <implot.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "viewer/model/markers.h"

namespace warpscope::viewer {
namespace {

constexpr float kFaint = 0.35F;
// Tasks of one sweep differ by marker; sides by colour, and by filled or hollow markers.
constexpr std::array<ImPlotMarker, 4> kMarkers{ImPlotMarker_Circle, ImPlotMarker_Square,
                                               ImPlotMarker_Diamond, ImPlotMarker_Up};

struct Columns {
  std::vector<double> x, y;

  void add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
  int size() const { return static_cast<int>(x.size()); }
};

Columns columns_of(const SweepSeries& series) {
  Columns columns;
  for (const auto& point : series.points) columns.add(point.x, point.y);
  return columns;
}

Columns columns_of(const std::vector<std::array<double, 2>>& points) {
  Columns columns;
  for (const auto& point : points) columns.add(point[0], point[1]);
  return columns;
}

/// The points of the line whose markers keep apart, on the axes in use.
Columns marked(const Columns& line, float marker_size) {
  std::vector<std::array<float, 2>> places;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    const ImVec2 at = ImPlot::PlotToPixels(line.x[i], line.y[i]);
    places.push_back({at.x, at.y});
  }
  Columns columns;
  // A marker is twice its size wide, and its edge comes on top: this leaves a gap.
  for (const auto i : points_apart(places, 3.5F * marker_size)) columns.add(line.x[i], line.y[i]);
  return columns;
}

void draw_line(const std::string& label, const Columns& columns, const ImPlotSpec& spec) {
  ImPlotSpec line = spec;
  line.Marker = ImPlotMarker_None;
  ImPlot::PlotLine(label.c_str(), columns.x.data(), columns.y.data(), columns.size(), line);
  const Columns points = marked(columns, spec.MarkerSize);
  if (points.size() > 0)
    ImPlot::PlotScatter((label + " points").c_str(), points.x.data(), points.y.data(),
                        points.size(), spec);
}

}  // namespace

std::size_t programs_beside(const SweepPlot& plot) {
  std::size_t count = 0;
  for (const auto& curve : plot.beside) count = std::max(count, curve.program + 1);
  return count;
}

std::vector<double> x_values(const SweepPlot& plot) {
  std::vector<double> values;
  for_each_series(plot, [&](Side, std::size_t, const SweepSeries& series) {
    for (const auto& point : series.points) values.push_back(point.x);
    for (const auto& failure : series.failures) values.push_back(failure.x);
  });
  for_each_measured(plot, [&](Side, const MeasuredSeries& curve) {
    for (const auto& point : curve.points) values.push_back(point[0]);
  });
  for (const auto& curve : plot.beside) {
    for (const auto& point : curve.points) values.push_back(point[0]);
  }
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
  for_each_measured(plot, [&](Side, const MeasuredSeries& curve) {
    for (const auto& point : curve.points) {
      greatest = std::max(greatest, point[1] / plot.right_over_left);
    }
  });
  for (const auto& curve : plot.beside) {
    const double unit = curve.is_measured ? plot.right_over_left : 1;
    for (const auto& point : curve.points) greatest = std::max(greatest, point[1] / unit);
  }
  return greatest;
}

void draw_series(const SweepPlot& plot, const Theme& theme) {
  // The reference first, so that the student's line lies above it where both agree.
  for (const Side side : {Side::reference, Side::student}) {
    const auto* all = plot.series[index(side)];
    if (all == nullptr) continue;
    for (std::size_t i = 0; i < all->size(); ++i) {
      const ImU32 hue = theme.of(side);
      const ImVec4 color =
          ImGui::ColorConvertU32ToFloat4(plot.is_model_doubtful ? with_alpha(hue, kFaint) : hue);
      ImPlotSpec spec;
      spec.LineColor = color;
      spec.LineWeight = plot.is_model_doubtful ? 1 : 2;
      spec.Marker = kMarkers[i % kMarkers.size()];
      spec.MarkerSize = side == Side::student ? 3.5F : 4.5F;
      spec.MarkerLineColor = color;
      spec.MarkerFillColor =
          side == Side::student ? color : ImGui::ColorConvertU32ToFloat4(theme.panel);
      draw_line(std::string(side_title(side)) + " " + (*all)[i].task, columns_of((*all)[i]), spec);
    }
  }
}

/// Thin, with plus signs: what the GPU did, beside what the virtual one is thought to do.
void draw_measured(const SweepPlot& plot, const Theme& theme) {
  ImPlot::SetAxes(ImAxis_X1, ImAxis_Y2);
  for_each_measured(plot, [&](Side side, const MeasuredSeries& curve) {
    const ImVec4 color = ImGui::ColorConvertU32ToFloat4(theme.of(side));
    ImPlotSpec spec;
    spec.LineColor = color;
    spec.LineWeight = plot.is_model_doubtful ? 2 : 1;
    spec.Marker = ImPlotMarker_Plus;
    spec.MarkerSize = 4.5F;
    spec.MarkerLineColor = color;
    draw_line(curve.label, columns_of(curve.points), spec);
  });
  ImPlot::SetAxes(ImAxis_X1, ImAxis_Y1);
}

void draw_beside(const SweepPlot& plot) {
  const std::size_t count = programs_beside(plot);
  for (const auto& curve : plot.beside) {
    ImPlot::SetAxes(ImAxis_X1, curve.is_measured ? ImAxis_Y2 : ImAxis_Y1);
    const ImVec4 color = ImGui::ColorConvertU32ToFloat4(color_beside(curve.program, count));
    ImPlotSpec spec;
    spec.LineColor = color;
    spec.LineWeight = 1;
    spec.Marker = curve.is_measured ? ImPlotMarker_Plus : ImPlotMarker_Circle;
    spec.MarkerSize = curve.is_measured ? 4.0F : 2.0F;
    spec.MarkerLineColor = color;
    spec.MarkerFillColor = color;
    draw_line(curve.label, columns_of(curve.points), spec);
  }
  ImPlot::SetAxes(ImAxis_X1, ImAxis_Y1);
}

ImU32 color_beside(std::size_t program, std::size_t count) {
  // Neither pale nor dark: legible on both themes. Orange and blue are left out of the circle of
  // colours, since they are the sides'. Many are told from their neighbours by brightness, too.
  constexpr float kSaturation = 0.65F, kValue = 0.78F, kDarkerValue = 0.56F;
  constexpr std::size_t kFewColors = 6;
  constexpr float kGreens = 0.19F, kGreensEnd = 0.47F, kPurples = 0.70F, kPurplesEnd = 0.97F;
  constexpr float kFirst = kGreensEnd - kGreens, kBoth = kFirst + kPurplesEnd - kPurples;
  const bool is_darker = count > kFewColors && program % 2 == 1;
  const float share =
      static_cast<float>(program) / static_cast<float>(std::max<std::size_t>(count, 1)) * kBoth;
  const float hue = share < kFirst ? kGreens + share : kPurples + share - kFirst;
  float red = 0, green = 0, blue = 0;
  ImGui::ColorConvertHSVtoRGB(hue, kSaturation, is_darker ? kDarkerValue : kValue, red, green,
                              blue);
  return ImGui::ColorConvertFloat4ToU32({red, green, blue, 1});
}

}  // namespace warpscope::viewer
