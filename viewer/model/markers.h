// Which points of a curve get a marker.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace warpscope::viewer {

/// Indices of the points whose neighbours on the curve are at least so many pixels away: their
/// markers can be told apart. `places` are in pixels, in the curve's order.
std::vector<std::size_t> points_apart(std::span<const std::array<float, 2>> places, float least);

}  // namespace warpscope::viewer
