// The keyboard.
#pragma once

#include <string>
#include <vector>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

struct ShortcutHelp {
  std::string group, keys, action;
};
/// All keys, for the help: of the table of actions, and of panes.
std::vector<ShortcutHelp> shortcut_help();

/// Does the actions whose keys are pressed; keys of one pane are handled there.
void handle_shortcuts(Session& session, View& view);

}  // namespace warpscope::viewer
