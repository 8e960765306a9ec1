// What is to be said and asked about the file that is edited, above its text.
#pragma once

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Nothing while all is well.
void draw_edit_notes(PaneContext& context);

}  // namespace warpscope::viewer
