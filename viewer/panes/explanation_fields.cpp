#include "viewer/panes/explanation_fields.h"

#include <imgui.h>

#include "viewer/panes/reading.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr double kSecondsUntilKept = 2;
constexpr std::size_t kLongestCharacter = 4;  ///< bytes of UTF-8

}  // namespace

void ExplanationFields::load(const LabSheet& sheet) {
  wanted_ = 0;
  fields_.clear();
  for (const auto& question : sheet.explain_questions())
    fields_.push_back({markdown::parse(question), {}, true, 0});
  for (const auto& [number, text] : sheet.progress().explanations) {
    if (number > 0 && number <= fields_.size()) fields_[number - 1].text = text;
  }
}

void ExplanationFields::draw(PaneContext& context) {
  if (fields_.empty() || context.session.attempt(Side::student).file().empty()) return;
  ImGui::Dummy({0, 8 * context.view.scale});
  ImGui::PushFont(context.fonts.strong, kTextSize * 1.15F);
  wrapped_text(context.theme.text, "Explain");
  ImGui::PopFont();
  wrapped_text(context.theme.muted,
               "A sentence or two each. They are kept with your progress, and in the record of "
               "each later run.");
  for (std::uint32_t i = 0; i < fields_.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_field(context, i + 1, fields_[i]);
    ImGui::PopID();
  }
  ImGui::BeginDisabled(context.session.sheet().progress().explanations.empty());
  if (ImGui::Button("Copy all")) {
    ImGui::SetClipboardText(context.session.sheet().explanations_text().c_str());
    context.view.notice = "Your explanations are on the clipboard.";
  }
  ImGui::EndDisabled();
  ImGui::SetItemTooltip("Questions and answers as Markdown, to hand in elsewhere");
}

void ExplanationFields::draw_field(PaneContext& context, std::uint32_t number, Field& field) {
  ImGui::Dummy({0, 4 * context.view.scale});
  ImGui::PushFont(context.fonts.strong, 0);
  colored_text(context.theme.muted, "Question " + std::to_string(number));
  ImGui::PopFont();
  markdown::draw(field.question, reading_style(context, 1.0F));
  if (wanted_ == number) {
    ImGui::SetKeyboardFocusHere();
    wanted_ = 0;
  }
  const float height = 3 * ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().FramePadding.y;
  auto& sheet = context.session.sheet();
  if (edit_text("##text", field.text, {ImGui::GetContentRegionAvail().x, height},
                runner::kMostOfExplanation)) {
    sheet.write_explanation(number, field.text);
    if (field.is_kept) field.changed_s = ImGui::GetTime();
    field.is_kept = false;
  }
  const bool is_left = ImGui::IsItemDeactivated();
  const bool is_due = ImGui::GetTime() - field.changed_s > kSecondsUntilKept;
  if (field.text.size() + kLongestCharacter > runner::kMostOfExplanation) {
    wrapped_text(context.theme.warning, "An explanation has at most " +
                                            std::to_string(runner::kMostOfExplanation) +
                                            " bytes; what is longer is cut.");
  }
  if (field.is_kept || (!is_left && !is_due)) return;
  sheet.explain(number, field.text);
  field.is_kept = true;
}

}  // namespace warpscope::viewer
