// The ticks below a sweep's plot.
#pragma once

#include <vector>

#include "viewer/plots/sweep_plot.h"

namespace warpscope::viewer {

/// Sets up the ticks of ImPlot's x axis, which is `width` pixels long: on a logarithmic axis at the
/// sweep's places, else at round numbers, and so few that their labels keep apart.
void set_up_ticks(const AxisRange& range, const std::vector<double>& places, bool is_logarithmic,
                  float width);

}  // namespace warpscope::viewer
