// A column of text of a width that reads well, and what its links do.
#pragma once

#include "viewer/markdown/draw.h"
#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Begins a scrolling column, centred, not wider than `width` pixels at scale 1; ends with
/// end_reading().
void begin_reading(const char* id, float width);
void end_reading();
/// What stands left and right of such a column.
float reading_margin(float width);

/// Links: "#anchor" turns to the slide, a pane's id ("pane:timeline") brings it to the front;
/// others are put on the clipboard, since the viewer opens no other programs.
markdown::DrawStyle reading_style(PaneContext& context, float size);

}  // namespace warpscope::viewer
