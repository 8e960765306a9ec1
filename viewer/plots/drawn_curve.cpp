#include "viewer/plots/drawn_curve.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/model/axis_labels.h"
#include "viewer/model/numbers.h"

namespace warpscope::viewer {
namespace {

constexpr float kDash = 7, kDashGap = 5, kHalfMark = 4, kLineWidth = 2, kBetweenPlaces = 6;
constexpr int kRows = 4;

/// Where the axes lie in the window.
struct Frame {
  ImVec2 from, to;
  double top = 1;
  std::size_t places = 1;

  float x_of(std::size_t place) const {
    const float share = (static_cast<float>(place) + 0.5F) / static_cast<float>(places);
    return from.x + share * (to.x - from.x);
  }
  float y_of(double value) const {
    return to.y - static_cast<float>(share_of_axis(value, top)) * (to.y - from.y);
  }
  ImVec2 at(std::size_t place, double value) const { return {x_of(place), y_of(value)}; }
  std::size_t place_at(float x) const {
    const float share = (x - from.x) / std::max(to.x - from.x, 1.0F);
    const auto place = static_cast<int>(std::floor(share * static_cast<float>(places)));
    return static_cast<std::size_t>(std::clamp(place, 0, static_cast<int>(places) - 1));
  }
  double value_at(float y) const {
    const double share = (to.y - y) / std::max(to.y - from.y, 1.0F);
    return std::clamp(share, 0.0, 1.0) * top;
  }
};

void draw_axes(ImDrawList& list, const DrawnCurve& curve, const Frame& frame, const Theme& theme) {
  list.AddRectFilled(frame.from, frame.to, theme.panel);
  for (int row = 0; row <= kRows; ++row) {
    const double value = curve.top * row / kRows;
    const float y = frame.y_of(value);
    list.AddLine({frame.from.x, y}, {frame.to.x, y}, theme.grid);
    const auto text = compact(value);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    list.AddText({frame.from.x - size.x - 6, y - size.y / 2}, theme.muted, text.c_str());
  }
  std::vector<AxisLabel> labels;
  for (std::size_t i = 0; i < curve.places.size(); ++i) {
    const float x = frame.x_of(i);
    list.AddLine({x, frame.from.y}, {x, frame.to.y}, with_alpha(theme.grid, 0.6F));
    labels.push_back({x, ImGui::CalcTextSize(compact(curve.places[i]).c_str()).x});
  }
  for (const auto i : labels_that_fit(labels, kBetweenPlaces)) {
    const float left = labels[i].middle - labels[i].width / 2;
    list.AddText({left, frame.to.y + 3}, theme.muted, compact(curve.places[i]).c_str());
  }
  list.AddRect(frame.from, frame.to, theme.border);
  const float width = ImGui::CalcTextSize(curve.x_label.c_str()).x;
  list.AddText(
      {(frame.from.x + frame.to.x - width) / 2, frame.to.y + 3 + ImGui::GetTextLineHeight()},
      theme.muted, curve.x_label.c_str());
}

void draw_dashed(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 color) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  const auto at = [&](float part) {
    const float share = length > 0 ? std::min(part / length, 1.0F) : 0;
    return ImVec2(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
  };
  for (float part = 0; part < length; part += kDash + kDashGap)
    list.AddLine(at(part), at(part + kDash), color, kLineWidth);
}

void draw_prediction(ImDrawList& list, const DrawnCurve& curve, const Frame& frame,
                     const Theme& theme) {
  const ImU32 color = theme.of(Side::student);
  std::optional<ImVec2> before;
  for (std::size_t i = 0; i < curve.drawn.size(); ++i) {
    if (!curve.drawn[i]) continue;
    const ImVec2 at = frame.at(i, *curve.drawn[i]);
    if (before) draw_dashed(list, *before, at, color);
    before = at;
  }
  for (std::size_t i = 0; i < curve.drawn.size(); ++i) {
    if (!curve.drawn[i]) continue;
    const ImVec2 at = frame.at(i, *curve.drawn[i]);
    list.AddCircleFilled(at, kHalfMark + 1, theme.panel);
    list.AddCircle(at, kHalfMark + 1, color, 0, kLineWidth);
  }
}

void draw_truth(ImDrawList& list, const DrawnCurve& curve, const Frame& frame, const Theme& theme) {
  const ImU32 color = theme.of(curve.truth_side);
  std::optional<ImVec2> before;
  for (std::size_t i = 0; i < curve.truth.size(); ++i) {
    if (!curve.truth[i]) {
      before.reset();  // it was not counted there
      continue;
    }
    const ImVec2 at = frame.at(i, *curve.truth[i]);
    if (before) list.AddLine(*before, at, color, kLineWidth);
    list.AddRectFilled({at.x - kHalfMark, at.y - kHalfMark}, {at.x + kHalfMark, at.y + kHalfMark},
                       color);
    before = at;
  }
}

/// All places between where the mouse was and where it is: it moves far in a frame.
std::vector<DrawnValue> values_under(const Frame& frame) {
  const ImVec2 now = ImGui::GetIO().MousePos, moved = ImGui::GetIO().MouseDelta;
  const bool is_new = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  const ImVec2 before = is_new ? now : ImVec2(now.x - moved.x, now.y - moved.y);
  const auto first = frame.place_at(before.x), last = frame.place_at(now.x);
  std::vector<DrawnValue> values;
  for (auto place = std::min(first, last); place <= std::max(first, last); ++place) {
    const float width = now.x - before.x;
    const float share =
        std::abs(width) < 1 ? 1 : std::clamp((frame.x_of(place) - before.x) / width, 0.0F, 1.0F);
    values.push_back({place, frame.value_at(before.y + share * (now.y - before.y))});
  }
  return values;
}

void show_values(const DrawnCurve& curve, std::size_t place, const Theme& theme) {
  if (place >= curve.places.size()) return;
  ImGui::BeginTooltip();
  ImGui::Text("%s: %s", curve.x_label.c_str(), compact(curve.places[place]).c_str());
  const auto say = [&](const char* what, const std::vector<std::optional<double>>& values,
                       Side side) {
    if (place >= values.size() || !values[place]) return;
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme.of(side)), "%s: %s %s", what,
                       compact(*values[place]).c_str(), curve.unit.c_str());
  };
  say("predicted", curve.drawn, Side::student);
  say("came out", curve.truth, curve.truth_side);
  ImGui::EndTooltip();
}

}  // namespace

double top_for(const std::vector<std::optional<double>>& values) {
  double most = 0;
  for (const auto& value : values) most = std::max(most, value.value_or(0));
  if (most <= 0) return 1;
  const double power = std::pow(10, std::floor(std::log10(most)));
  for (const double times : {1.0, 2.0, 4.0, 8.0}) {
    if (most <= times * power) return times * power;
  }
  return 10 * power;
}

std::vector<DrawnValue> draw_curve(const char* id, const DrawnCurve& curve, ImVec2 size,
                                   const Theme& theme, const Fonts& fonts) {
  ImGui::PushFont(fonts.text, kSmallSize);
  const float line = ImGui::GetTextLineHeight();
  const float left = ImGui::CalcTextSize(compact(curve.top * 0.75).c_str()).x + 14;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(id, size);
  Frame frame{{at.x + left, at.y + line / 2 + 1},
              {at.x + size.x - 2, at.y + size.y - 2 * line - 6},
              curve.top,
              std::max<std::size_t>(curve.places.size(), 1)};
  auto& list = *ImGui::GetWindowDrawList();
  draw_axes(list, curve, frame, theme);
  draw_truth(list, curve, frame, theme);
  draw_prediction(list, curve, frame, theme);
  std::vector<DrawnValue> values;
  if (!curve.is_locked && ImGui::IsItemActive()) values = values_under(frame);
  if (ImGui::IsItemHovered()) {
    if (!curve.is_locked) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    show_values(curve, frame.place_at(ImGui::GetIO().MousePos.x), theme);
  }
  ImGui::PopFont();
  return values;
}

}  // namespace warpscope::viewer
