#include "viewer/app/help.h"

#include <imgui.h>

#include <algorithm>
#include <span>
#include <string>

#include "viewer/app/shortcuts.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

/// Keys and what they do, under the names of their groups.
void draw_keys(const PaneContext& context, const char* id, std::span<const ShortcutHelp> rows) {
  constexpr auto kFlags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoHostExtendX;
  if (!ImGui::BeginTable(id, 2, kFlags)) return;
  std::string group;
  for (const auto& row : rows) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (row.group != group) {
      group = row.group;
      colored_text(context.theme.muted, group);
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
    }
    ImGui::PushFont(context.fonts.code, kCodeSize);
    ImGui::TextUnformatted(row.keys.c_str());
    ImGui::PopFont();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row.action.c_str());
  }
  ImGui::EndTable();
}

}  // namespace

void draw_help(PaneContext& context) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport->GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  // Not while something else is asked: focus closes popups.
  if (!ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {22, 18});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  constexpr auto kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                          ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                          ImGuiWindowFlags_NoMove;
  if (ImGui::Begin("Keys##help", nullptr, kFlags)) {
    ImGui::PushFont(context.fonts.strong, kTextSize * 1.2F);
    ImGui::TextUnformatted("Keys and mouse");
    ImGui::PopFont();
    const auto rows = shortcut_help();
    // Two columns of about the same length.
    const auto of_panes = std::ranges::find(rows, "Timeline", &ShortcutHelp::group);
    draw_keys(context, "of all", {rows.begin(), of_panes});
    ImGui::SameLine(0, 26);
    draw_keys(context, "of panes", {of_panes, rows.end()});
    ImGui::Spacing();
    if (ImGui::Button("Close")) context.view.shows_help = false;
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace warpscope::viewer
