#include "viewer/app/help.h"

#include <imgui.h>

#include <string>

#include "viewer/app/shortcuts.h"

namespace warpscope::viewer {

void draw_help(PaneContext& context) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::GetForegroundDrawList();
  ImGui::SetNextWindowPos(viewport->GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {22, 18});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  constexpr auto kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                          ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                          ImGuiWindowFlags_NoMove;
  if (ImGui::Begin("Keys##help", nullptr, kFlags)) {
    ImGui::PushFont(context.fonts.strong, kTextSize * 1.2F);
    ImGui::TextUnformatted("Keys and mouse");
    ImGui::PopFont();
    std::string_view group;
    if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
      for (const auto& entry : shortcut_help()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        if (entry.group != group) {
          group = entry.group;
          ImGui::Spacing();
          ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(context.theme.muted), "%s",
                             group.data());
          ImGui::TableNextRow();
          ImGui::TableNextColumn();
        }
        ImGui::PushFont(context.fonts.code, kCodeSize);
        ImGui::TextUnformatted(entry.keys.data(), entry.keys.data() + entry.keys.size());
        ImGui::PopFont();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(entry.action.data(), entry.action.data() + entry.action.size());
      }
      ImGui::EndTable();
    }
    ImGui::Spacing();
    if (ImGui::Button("Close")) context.view.shows_help = false;
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace warpscope::viewer
