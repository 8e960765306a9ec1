// The list of keys, over everything else.
#pragma once

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

void draw_help(PaneContext& context);

}  // namespace warpscope::viewer
