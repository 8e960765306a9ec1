#include "viewer/app/unsaved_dialog.h"

#include <imgui.h>

#include <string>

#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr const char* kUnsavedTitle = "Save your file?";

/// What was wanted happens from now on, or not at all.
void go_on(View& view, bool is_wanted) {
  if (is_wanted) {
    view.closes = view.asks_to_close;
  } else {
    view.wanted_file.clear();
  }
  view.asks_to_close = false;
}

void draw_buttons(PaneContext& context) {
  auto& edited = context.session.edited();
  // The keyboard is on the first button, also for who has come here with the mouse.
  if (ImGui::IsWindowAppearing()) ImGui::SetNavCursorVisible(true);
  const bool is_saved = ImGui::Button("Save");
  ImGui::SameLine(0, 8);
  const bool is_dropped = ImGui::Button("Do not save");
  ImGui::SameLine(0, 8);
  const bool is_left = ImGui::Button("Stay here") || ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  if (is_dropped) edited.drop();
  const bool is_settled = is_dropped || (is_saved && edited.save());
  if (!is_settled && !is_left) return;
  go_on(context.view, is_settled);
  ImGui::CloseCurrentPopup();
}

}  // namespace

void draw_unsaved_dialog(PaneContext& context) {
  auto& view = context.view;
  const auto& edited = context.session.edited();
  const bool is_asked = view.asks_to_close || !view.wanted_file.empty();
  if (is_asked && edited.is_unsaved() && !ImGui::IsPopupOpen(kUnsavedTitle))
    ImGui::OpenPopup(kUnsavedTitle);
  if (view.asks_to_close && !edited.is_unsaved()) go_on(view, true);
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport->GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({460 * view.scale, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {18, 16});
  constexpr auto kFlags = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize;
  if (ImGui::BeginPopupModal(kUnsavedTitle, nullptr, kFlags)) {
    wrapped_text(context.theme.text,
                 edited.file().filename().string() + " has changes that are not saved.");
    wrapped_text(context.theme.muted, edited.file().string());
    if (edited.is_changed_by_others()) {
      wrapped_text(context.theme.warning,
                   "Another program has changed the file meanwhile. Stay here to choose between "
                   "the two texts in the pane Source; without saving, that of the file stays.");
    } else if (!edited.problem().empty()) {
      wrapped_text(context.theme.error, edited.problem());
    }
    ImGui::Spacing();
    ImGui::PushStyleColor(ImGuiCol_Button, context.theme.hovered);
    draw_buttons(context);
    ImGui::PopStyleColor();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace warpscope::viewer
