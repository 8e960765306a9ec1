// What a texture gives for coordinates, for the 32 lanes of a warp at once: Programming Guide,
// "Texture Fetching", with what it leaves open (how the filter's fraction is rounded, what
// components that an element lacks are) read off an H200.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vgpu/exec/textures/lane_values.h"
#include "vgpu/exec/textures/texture.h"
#include "vgpu/exec/textures/touched_elements.h"

namespace warpscope::exec {

/// Bits of four 32-bit components of every lane: floats, or integers for a texture that is read as
/// such.
using LaneSamples = std::array<LaneBits, 4>;

/// Coordinates of all lanes; nullptr for what the texture has no use for. A layer beyond the last
/// one, or below 0, is the last. Lanes that do not take part may hold anything.
struct LaneCoordinates {
  std::array<const float*, 3> at{};
  const std::int32_t* layer = nullptr;
};

/// `pixels`: the host's address of the image, all of whose span_bytes() can be read. `touched`: is
/// told which elements are read; may be none.
LaneSamples sample(const Texture& texture, const std::byte* pixels,
                   const LaneCoordinates& coordinates, TouchedElements* touched = nullptr);
/// The elements at indices of linear memory; zeros outside.
LaneSamples fetch(const Texture& texture, const std::byte* pixels, const std::int32_t* index,
                  TouchedElements* touched = nullptr);
/// Component `component` of the four elements that a linear filter would mix, in the order of tld4:
/// lower left, lower right, upper right, upper left (rows go down).
LaneSamples gather(const Texture& texture, const std::byte* pixels,
                   const LaneCoordinates& coordinates, std::uint32_t component,
                   TouchedElements* touched = nullptr);

}  // namespace warpscope::exec
