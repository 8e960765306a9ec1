// A sweep's curves in small: their shape, without axes.
#pragma once

#include "viewer/plots/sweep_plot.h"

namespace warpscope::viewer {

/// Draws into the current window, `at` in screen coordinates.
void draw_sweep_thumbnail(const SweepPlot& plot, ImVec2 at, ImVec2 size, bool is_chosen,
                          const Theme& theme);

}  // namespace warpscope::viewer
