// The columns of numbers between line numbers and code.
#pragma once

#include <imgui.h>

#include <string>

#include "viewer/model/source_heat.h"
#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Width of the legend, in pixels.
float gutter_legend_width(const PaneContext& context, const HeatKind& kind);
/// What the colours mean, on one line.
void draw_gutter_legend(const PaneContext& context, const HeatKind& kind);

/// Width of all columns, in pixels, for a code font of that glyph width.
float gutter_width(const HeatKind& kind, float glyph_width);

/// Headings of the columns, whose left edge is at `left`.
void draw_gutter_headings(const PaneContext& context, const HeatKind& kind, ImVec2 left_top,
                          float glyph_width);

/// The cells of one line with their left top corner at `at`; `line` may be null. Paler where they
/// are those of an earlier text.
void draw_gutter_cells(const PaneContext& context, const HeatKind& kind, const HeatLine* line,
                       ImVec2 at, float glyph_width, float height, bool is_earlier);

/// All counters of a line, for its tooltip. `heading` is the place.
void show_line_tooltip(const PaneContext& context, const HeatLine& line,
                       const std::string& heading);

}  // namespace warpscope::viewer
