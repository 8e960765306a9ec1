// All about the selected launch.
#pragma once

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Does nothing without a selected launch.
void draw_launch_details(PaneContext& context);

}  // namespace warpscope::viewer
