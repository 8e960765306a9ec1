// Lays out styled text: words flow into lines of the available width.
#pragma once

#include <span>

#include "presentation/markdown/document.h"
#include "viewer/markdown/draw.h"

namespace warpscope::viewer::markdown {

struct FlowOptions {
  float size = 0;  ///< of the font, in pixels
  ImU32 color = 0;
  bool is_strong = false;  ///< all of it, as in a heading
  Alignment alignment = Alignment::left;
};

/// Draws at the cursor, within the available width, and moves the cursor below.
void draw_flow(std::span<const Span> spans, const DrawStyle& style, const FlowOptions& options);

/// Width of the longest line when nothing is broken, in pixels.
float flow_width(std::span<const Span> spans, const DrawStyle& style, const FlowOptions& options);

}  // namespace warpscope::viewer::markdown
