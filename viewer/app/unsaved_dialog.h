// Asks what becomes of unsaved changes before something else is opened or the window is closed.
#pragma once

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// While something is unsaved, View::wanted_file and View::asks_to_close wait here for the answer.
void draw_unsaved_dialog(PaneContext& context);

}  // namespace warpscope::viewer
