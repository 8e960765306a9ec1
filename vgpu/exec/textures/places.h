// From the coordinates of a texture to the elements of its image, along one axis.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vgpu/exec/textures/lane_values.h"
#include "vgpu/exec/textures/texture.h"

namespace warpscope::exec {

/// Outside the image, where the border's colour is.
inline constexpr double kBorder = -1;

/// The two elements along an axis that a filter mixes, and how much of the second, in 1/256.
struct LanePairs {
  LaneNumbers first, second, weight;
};

/// `coordinate`: of all lanes, or nullptr for zeros. `count`: elements along the axis, at least 1.
/// The indices lie in the image or are kBorder, whatever the coordinates.
void pairs_along(const Sampler& sampler, std::size_t axis, const float* coordinate,
                 std::uint32_t count, LanePairs& result);
/// The same without a filter.
void nearest_along(const Sampler& sampler, std::size_t axis, const float* coordinate,
                   std::uint32_t count, LaneNumbers& result);

}  // namespace warpscope::exec
