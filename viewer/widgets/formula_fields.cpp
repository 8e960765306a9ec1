#include "viewer/widgets/formula_fields.h"

#include <imgui.h>

#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

// In heights of the text.
constexpr float kShapeWidth = 4.6F, kChoiceWidth = 5.2F, kResetWidth = 3.4F;
constexpr float kFieldGap = 6;  // pixels

void field_label(const Theme& theme, const char* text) {
  ImGui::AlignTextToFramePadding();
  colored_text(theme.muted, text);
  ImGui::SameLine(0, kFieldGap);
}

}  // namespace

void FormulaFields::begin(const AccessFormula& formula) { given_ = edited_ = formula; }

void FormulaFields::choose(const char* name, const char* before, const char* behind,
                           std::uint32_t& value, std::initializer_list<std::uint32_t> values) {
  const auto text = [&](std::uint32_t number) { return before + std::to_string(number) + behind; };
  ImGui::SetNextItemWidth(kChoiceWidth * ImGui::GetFontSize());
  if (!ImGui::BeginCombo(name, text(value).c_str())) return;
  for (const std::uint32_t each : values) {
    if (ImGui::Selectable(text(each).c_str(), each == value)) value = each;
  }
  ImGui::EndCombo();
}

void FormulaFields::draw(const Theme& theme, const std::string& problem) {
  const float unit = ImGui::GetFontSize();
  field_label(theme, "index");
  static const std::string hint = "of " + std::string(kFormulaNames) + ", numbers";
  edit_line("##index", edited_.index, -1, hint.c_str());
  ImGui::SetItemTooltip(
      "[y][x] or one number, of %s, numbers, and what the\n"
      "source defines by these above the line (a loop's variable: as the loop begins), with\n"
      "+ - * / %% & | ^ << >> and parentheses. The picture is drawn at once.",
      std::string(kFormulaNames).c_str());
  field_label(theme, "array");
  edit_line("##shape", edited_.shape, kShapeWidth * unit);
  ImGui::SetItemTooltip("Its shape as in C: [32][33]");
  go_on_if_room(kChoiceWidth * unit);
  choose("##bytes", "", " bytes", edited_.element_bytes, {1, 2, 4, 8, 16});
  ImGui::SetItemTooltip("Bytes of an element");
  go_on_if_room(kChoiceWidth * unit);
  choose("##width", "x < ", "", edited_.block_width, {1, 2, 4, 8, 16, 32});
  ImGui::SetItemTooltip("blockDim.x: lanes count along x first, then along y");
  go_on_if_room(kResetWidth * unit);
  ImGui::BeginDisabled(!is_edited());
  if (ImGui::Button("Reset")) begin(given_);
  ImGui::EndDisabled();
  if (!problem.empty()) wrapped_text(theme.error, problem);
}

float FormulaFields::height(const std::string& problem) {
  const float rows = problem.empty() ? 2 : 4;
  return rows * ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
}

}  // namespace warpscope::viewer
