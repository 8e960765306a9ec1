// The student's file in their editor, from the pane Lab, the menu and the status bar.
#pragma once

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Saves the student's file, opens it in the user's editor and says with what. Without an editor
/// the path goes on the clipboard.
void edit_file(Session& session, View& view);

}  // namespace warpscope::viewer
