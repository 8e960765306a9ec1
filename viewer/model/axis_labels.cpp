#include "viewer/model/axis_labels.h"

#include <limits>

namespace warpscope::viewer {

std::vector<std::size_t> labels_that_fit(const std::vector<AxisLabel>& labels, float gap) {
  std::vector<std::size_t> written;
  float end = -std::numeric_limits<float>::infinity();
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const float half = labels[k].width / 2;
    if (labels[k].middle - half < end + gap) continue;
    end = labels[k].middle + half;
    written.push_back(k);
  }
  return written;
}

}  // namespace warpscope::viewer
