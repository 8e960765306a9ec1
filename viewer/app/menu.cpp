#include "viewer/app/menu.h"

#include <imgui.h>

#include <string>

#include "viewer/app/actions.h"

namespace warpscope::viewer {

void draw_menu(PaneContext& context, std::span<const std::unique_ptr<Pane>> panes) {
  constexpr const char* kMenu = "menu";
  if (ImGui::Button("Menu")) ImGui::OpenPopup(kMenu);
  ImGui::SetItemTooltip("All actions; %s finds one by its words", keys_of(change_palette).c_str());
  ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y});
  if (!ImGui::BeginPopup(kMenu)) return;
  std::string menu;
  bool is_open = false;
  for (const auto& action : list_actions(context.session, panes)) {
    if (action.menu != menu) {
      if (is_open) ImGui::EndMenu();
      menu = action.menu;
      is_open = ImGui::BeginMenu(menu.c_str());
    }
    if (is_open &&
        ImGui::MenuItem(action.title.c_str(), action.keys.c_str(), false, action.can_act))
      action.act(context.session, context.view);
  }
  if (is_open) ImGui::EndMenu();
  ImGui::EndPopup();
}

}  // namespace warpscope::viewer
