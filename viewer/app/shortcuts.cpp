#include "viewer/app/shortcuts.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "viewer/app/actions.h"

namespace warpscope::viewer {
namespace {

struct PaneKey {
  std::string_view group, keys, action;
};
/// Keys that panes handle themselves, and one of Dear ImGui.
constexpr auto kOfPanes = std::to_array<PaneKey>({
    {"Everywhere", "Ctrl+Tab", "Go through the panes"},
    {"Source", "Ctrl+F, Esc", "Find, leave the text"},
    {"Timeline", "wheel", "Zoom about the cursor"},
    {"Timeline", "W S  A D", "Zoom in and out, move left and right"},
    {"Timeline", "drag", "Move"},
    {"Timeline", "F", "Fit the selected launch, again: everything"},
    {"Timeline", ". ,", "Next, previous launch"},
    {"Timeline", "Esc", "Select nothing"},
    {"Access", ". ,", "Next, previous request"},
    {"Access", "M", "The worst request: most times the fewest sectors or passes it could"},
    {"Step", ". ,  E F", "Next line, back (Shift: instruction); the end, the fault"},
    {"Slides", "Right, Left", "Next, previous slide (also PgDn, PgUp)"},
    {"Slides", "N", "Speaker notes"},
    {"Sweeps", "Right, Left", "Next, previous sweep; Ctrl+wheel, drag: zoom, move"},
    {"Launches", "Ctrl+C", "Copy the chosen rows; without a choice all"},
});

}  // namespace

std::vector<ShortcutHelp> shortcut_help() {
  std::vector<ShortcutHelp> rows;
  for (const auto& action : actions()) {
    // Keys without a chord are those of every text.
    if (auto keys = keys_of(action); !keys.empty() && action.chords.front() != 0)
      rows.push_back({"Everywhere", std::move(keys), std::string(action.title)});
  }
  for (const auto& row : kOfPanes)
    rows.push_back({std::string(row.group), std::string(row.keys), std::string(row.action)});
  return rows;
}

void handle_shortcuts(Session& session, View& view) {
  for (const auto& action : actions()) {
    const auto is_pressed = [](ImGuiKeyChord chord) {
      return chord != 0 && ImGui::Shortcut(chord, ImGuiInputFlags_RouteGlobal);
    };
    // All are asked, so that each keeps its place in Dear ImGui's routing.
    if (std::ranges::count_if(action.chords, is_pressed) == 0) continue;
    if (action.can_act == nullptr || action.can_act(session)) action.act(session, view);
  }
  const bool asks_for_help =
      !ImGui::GetIO().WantTextInput &&
      std::ranges::count(ImGui::GetIO().InputQueueCharacters, ImWchar{'?'}) > 0;
  if (asks_for_help) {
    change_help(session, view);
  } else if (view.shows_help && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    view.shows_help = false;
  }
}

}  // namespace warpscope::viewer
