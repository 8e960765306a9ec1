#include "viewer/plots/sweep_thumbnail.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "viewer/plots/sweep_lines.h"

namespace warpscope::viewer {
namespace {

/// From values to pixels.
class SmallAxes {
 public:
  SmallAxes(const SweepPlot& plot, ImVec2 at, ImVec2 size) : at_(at), size_(size) {
    const auto values = x_values(plot);
    is_logarithmic_ = wants_logarithm(values);
    if (!values.empty()) {
      from_ = place(values.front());
      span_ = std::max(place(values.back()) - from_, 1e-12);
    }
    if (const double top = greatest_y(plot); top > 0) top_ = top;
  }

  ImVec2 operator()(double x, double y) const {
    return {at_.x + size_.x * static_cast<float>((place(x) - from_) / span_),
            at_.y + size_.y * static_cast<float>(1 - std::clamp(y / top_, 0.0, 1.0))};
  }

 private:
  double place(double x) const { return is_logarithmic_ ? std::log2(std::max(x, 1e-9)) : x; }

  ImVec2 at_, size_;
  bool is_logarithmic_ = false;
  double from_ = 0, span_ = 1, top_ = 1;
};

}  // namespace

void draw_sweep_thumbnail(const SweepPlot& plot, ImVec2 at, ImVec2 size, bool is_chosen,
                          const Theme& theme) {
  const float scale = ImGui::GetStyle().FontScaleMain, margin = 5 * scale;
  auto& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list.AddRectFilled(at, end, is_chosen ? theme.hovered : theme.raised, 3);
  if (is_chosen) list.AddRect(at, end, theme.text, 3, 0, 1.5F * scale);
  const SmallAxes axes(plot, {at.x + margin, at.y + margin},
                       {size.x - 2 * margin, size.y - 2 * margin});
  for (const Side side : {Side::reference, Side::student}) {
    const auto* all = plot.series[index(side)];
    if (all == nullptr) continue;
    for (const auto& series : *all) {
      std::vector<ImVec2> line;
      for (const auto& point : series.points) line.push_back(axes(point.x, point.y));
      list.AddPolyline(line.data(), static_cast<int>(line.size()), theme.of(side), 0, 1.5F * scale);
      for (const auto& failure : series.failures) {
        const ImVec2 mark = axes(failure.x, 0);
        draw_failure_mark(list, {mark.x, mark.y - (side == Side::student ? 0 : 3 * scale)},
                          theme.of(side), 0.6F * scale);
      }
    }
  }
}

}  // namespace warpscope::viewer
