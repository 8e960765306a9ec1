#include "viewer/panes/hint_fields.h"

#include <imgui.h>

#include <string>

#include "viewer/markdown/draw.h"
#include "viewer/panes/reading.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

void HintFields::load(const Session& session) {
  const bool is_other_lab = lab_revision_ != session.lab_revision();
  const auto progress = session.sheet().revision();
  if (!is_other_lab) {
    // Runs, the other pane and the command line write the same file.
    if (progress_revision_ != progress) hints_.refresh();
    progress_revision_ = progress;
    return;
  }
  lab_revision_ = session.lab_revision();
  progress_revision_ = progress;
  hints_ = {};
  texts_.clear();
  const auto& file = session.attempt(Side::student).file();
  if (session.lab() == nullptr || file.empty()) return;
  hints_ = LabHints(*session.lab(), file.parent_path());
  for (const auto& task : hints_.tasks()) {
    auto& texts = texts_.emplace_back();
    for (const auto& hint : task.hints) texts.push_back(markdown::parse(hint.text));
  }
}

void HintFields::draw(PaneContext& context, std::size_t index) {
  const auto& task = hints_.tasks()[index];
  const auto opened = hints_.opened(task);
  // A run notes its score in the same file when it ends.
  ImGui::BeginDisabled(context.session.attempt(Side::student).is_running());
  for (std::size_t i = 0; i < opened; ++i) {
    ImGui::PushID(static_cast<int>(i));
    wrapped_text(context.theme.link,
                 "Hint " + std::to_string(i + 1) + ": " + task.hints[i].summary);
    ImGui::Indent();
    markdown::draw(texts_[index][i], reading_style(context, 1.0F));
    ImGui::Unindent();
    ImGui::Spacing();
    ImGui::PopID();
  }
  if (opened < task.hints.size()) {
    const auto label = "Open hint " + std::to_string(opened + 1) + " of " +
                       std::to_string(task.hints.size()) + ": " + task.hints[opened].summary;
    if (ImGui::Button((label + "###open").c_str())) hints_.open(task);
  }
  ImGui::EndDisabled();
}

void HintFields::draw_next(const Theme& theme) {
  const auto* next = hints_.next();
  if (next == nullptr) {
    colored_text(theme.muted, "All hints are open.");
    return;
  }
  if (ImGui::Button("Open the next hint")) hints_.open(*next);
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  colored_text(theme.muted,
               "task " + std::to_string(next->task) +
                   (hints_.has_lost_points() ? ", where the last run lost points" : ""));
}

}  // namespace warpscope::viewer
