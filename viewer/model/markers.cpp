#include "viewer/model/markers.h"

#include <cmath>

namespace warpscope::viewer {

std::vector<std::size_t> points_apart(std::span<const std::array<float, 2>> places, float least) {
  const auto is_apart = [&](std::size_t i, std::size_t j) {
    return std::hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]) >= least;
  };
  std::vector<std::size_t> apart;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i > 0 && !is_apart(i, i - 1)) continue;
    if (i + 1 < places.size() && !is_apart(i, i + 1)) continue;
    apart.push_back(i);
  }
  return apart;
}

}  // namespace warpscope::viewer
