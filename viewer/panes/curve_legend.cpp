#include "viewer/panes/curve_legend.h"

#include <imgui.h>

#include <string>

#include "viewer/model/sweep_series.h"
#include "viewer/plots/sweep_plot.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

const record::MeasuredCurve* any_measured(const PaneContext& context) {
  for (const Side side : kSides) {
    const auto* record = context.session.record(side);
    if (record != nullptr && !record->measured_curves.empty()) {
      return &record->measured_curves.front();
    }
  }
  return nullptr;
}

}  // namespace

const record::RunRecord* record_with_beside(const PaneContext& context) {
  for (const Side side : kSides) {
    const auto* record = context.session.record(side);
    if (record != nullptr && !record->beside_curves.empty()) return record;
  }
  return nullptr;
}

void CurveLegend::draw(const PaneContext& context) {
  for (const Side side : kSides) {
    if (context.session.record(side) == nullptr) continue;
    draw_side(context, side);
    ImGui::SameLine(0, 18);
  }
  ImGui::NewLine();
  draw_measured_entry(context);
  draw_beside_entry(context);
  for (const Side side : kSides) draw_failures(context, side);
}

/// A click hides the side's curves or shows them again.
void CurveLegend::draw_side(const PaneContext& context, Side side) {
  constexpr float kLine = 26, kSpace = 6;
  bool& is_off = is_hidden_[index(side)];
  const std::string title(side_title(side));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  const float width = kLine + kSpace + ImGui::CalcTextSize(title.c_str()).x;
  if (ImGui::InvisibleButton(side_name(side).data(), {width, height})) is_off = !is_off;
  ImGui::SetItemTooltip(
      "%s", is_off ? "Click to show these curves again." : "Click to hide these curves.");
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  auto* list = ImGui::GetWindowDrawList();
  const float middle = at.y + height / 2;
  const ImU32 color = is_off ? with_alpha(context.theme.muted, 0.5F) : context.theme.of(side);
  list->AddLine({at.x, middle}, {at.x + kLine, middle}, color, 2);
  list->AddCircleFilled({at.x + kLine / 2, middle}, 4.5F, color);
  if (side == Side::reference)
    list->AddCircleFilled({at.x + kLine / 2, middle}, 3, context.theme.panel);
  list->AddText({at.x + kLine + kSpace, at.y}, color, title.c_str());
}

/// The same for the curves of a real GPU, on both sides.
void CurveLegend::draw_measured_entry(const PaneContext& context) {
  const auto* curve = any_measured(context);
  if (curve == nullptr) return;
  const std::string title = "+ " + curve->source + " (right axis)";
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 size = ImGui::CalcTextSize(title.c_str(), nullptr, false, width);
  if (ImGui::InvisibleButton("measured", size)) is_measured_hidden_ = !is_measured_hidden_;
  ImGui::SetItemTooltip(
      "What a real GPU did with the starter and the reference. Of bandwidths, equal heights "
      "are equal shares of what each device's memory can do; of times, equal times. %s",
      is_measured_hidden_ ? "Click to show it again." : "Click to hide it.");
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const ImU32 color =
      is_measured_hidden_ ? with_alpha(context.theme.muted, 0.5F) : context.theme.text;
  ImGui::GetWindowDrawList()->AddText(nullptr, 0, at, color, title.c_str(), nullptr, width);
}

/// Other programs of the lab may give an answer away, so they are drawn when asked for.
void CurveLegend::draw_beside_entry(const PaneContext& context) {
  const auto* record = record_with_beside(context);
  if (record == nullptr) return;
  const char* title =
      is_beside_shown_ ? "- other programs of the lab" : "+ other programs of the lab";
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("beside", ImGui::CalcTextSize(title)))
    is_beside_shown_ = !is_beside_shown_;
  ImGui::SetItemTooltip(
      "Steps of the ladder, a library, mistakes: how the lab's other programs do in these "
      "sweeps, as they were kept when the lab was made. Measured ones have plus signs. Predict "
      "first. Click to %s.",
      is_beside_shown_ ? "hide them again" : "show them");
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImGui::GetWindowDrawList()->AddText(
      at, is_beside_shown_ ? context.theme.text : with_alpha(context.theme.muted, 0.8F), title);
}

/// What the marks at the bottom of the plots stand for.
void CurveLegend::draw_failures(const PaneContext& context, Side side) const {
  const auto* record = context.session.record(side);
  if (record == nullptr || is_hidden_[index(side)]) return;
  const std::string failures = failures_in_words(*record);
  if (failures.empty()) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  draw_failure_mark(*ImGui::GetWindowDrawList(), {at.x + 13, at.y + height / 2},
                    context.theme.of(side), context.view.scale);
  ImGui::Dummy({26, height});
  ImGui::SameLine(0, 6);
  wrapped_text(context.theme.of(side), "no value: " + failures);
}

}  // namespace warpscope::viewer
