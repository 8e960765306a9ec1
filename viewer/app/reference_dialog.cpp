#include "viewer/app/reference_dialog.h"

#include <imgui.h>

#include <string>
#include <utility>

#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr const char* kTitle = "Show the reference?";

}  // namespace

void draw_reference_dialog(PaneContext& context) {
  if (std::exchange(context.view.asks_for_reference, false)) {
    const auto reason = context.session.reason_to_hide_reference();
    if (reason.empty()) {
      ImGui::OpenPopup(kTitle);
    } else {
      context.view.notice = reason;
    }
  }
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  const float width = 460 * context.view.scale;
  ImGui::SetNextWindowPos(viewport->GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {18, 16});
  constexpr auto kFlags = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize;
  if (ImGui::BeginPopupModal(kTitle, nullptr, kFlags)) {
    wrapped_text(context.theme.text,
                 "It opens by itself, task by task, when you have predicted and a version of your "
                 "own answers the task's cases.");
    wrapped_text(context.theme.muted,
                 "Shown now, all of it is open: curves, cases and text of the reference, curves of "
                 "a real GPU and of the lab's other programs. Your progress says that you chose "
                 "it.");
    ImGui::Spacing();
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.of(Side::reference));
    ImGui::PushStyleColor(ImGuiCol_Button, context.theme.side_fill[index(Side::reference)]);
    const bool is_confirmed = ImGui::Button("Show it");
    ImGui::PopStyleColor(2);
    ImGui::SameLine(0, 8);
    ImGui::PushStyleColor(ImGuiCol_Button, context.theme.hovered);
    const bool is_left = ImGui::Button("Not yet") || ImGui::IsKeyPressed(ImGuiKey_Escape, false);
    ImGui::PopStyleColor();
    if (ImGui::IsWindowAppearing()) ImGui::SetItemDefaultFocus();
    if (is_confirmed) context.session.show_reference();
    if (is_confirmed || is_left) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace warpscope::viewer
