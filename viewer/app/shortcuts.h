// The keyboard.
#pragma once

#include <span>
#include <string_view>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

struct ShortcutHelp {
  std::string_view group, keys, action;
};
/// All keys, for the help.
std::span<const ShortcutHelp> shortcut_help();

/// Acts on the keys that work in the whole window; those of one pane are handled there.
void handle_shortcuts(Session& session, View& view);

}  // namespace warpscope::viewer
