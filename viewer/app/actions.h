// Everything that the program can be asked to do. Menu, keys, palette, help and buttons use this
// one table: a new action is one row.
#pragma once

#include <imgui.h>

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

struct Action {
  std::string_view menu, title;
  void (*act)(Session& session, View& view) = nullptr;
  std::array<ImGuiKeyChord, 4> chords{};              ///< any of them; 0: none. The first is shown
  bool (*can_act)(const Session& session) = nullptr;  ///< null: always
  std::string_view shown_keys{};                      ///< instead of the first chord
};
/// All rows, by menu.
std::span<const Action> actions();

/// "Ctrl+Shift+P"; empty where an action has none.
std::string keys_of(const Action& action);
/// Of the action that `act` belongs to, for the button that does the same.
std::string keys_of(void (*act)(Session& session, View& view));

/// What buttons call as well.
void run_student(Session& session, View& view);
void run_reference(Session& session, View& view);
void cancel_runs(Session& session, View& view);
void change_theme(Session& session, View& view);
void change_help(Session& session, View& view);
void change_palette(Session& session, View& view);

/// An action as menu and palette list it.
struct ListedAction {
  std::string menu, title, keys;
  bool can_act = true;
  std::function<void(Session& session, View& view)> act;
};
/// The table, each lab and each pane that has a tab.
std::vector<ListedAction> list_actions(const Session& session,
                                       std::span<const std::unique_ptr<Pane>> panes);

}  // namespace warpscope::viewer
