// Asks once more before what a lab hides is shown by choice.
#pragma once

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Opens where View::asks_for_reference says so, and shows the reference when that is confirmed.
void draw_reference_dialog(PaneContext& context);

}  // namespace warpscope::viewer
