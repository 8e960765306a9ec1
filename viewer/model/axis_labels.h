// Which labels of an axis are written where there is no room for all of them.
#pragma once

#include <cstddef>
#include <vector>

namespace warpscope::viewer {

struct AxisLabel {
  float middle = 0, width = 0;  ///< in pixels along the axis
};

/// Those that are written: from the first on each that keeps `gap` pixels from the one before.
/// Labels are in the order of the axis; the result has their indices.
std::vector<std::size_t> labels_that_fit(const std::vector<AxisLabel>& labels, float gap);

}  // namespace warpscope::viewer
