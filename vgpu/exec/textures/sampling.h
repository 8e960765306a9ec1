// What a texture gives for coordinates: Programming Guide, "Texture Fetching", with what it leaves
// open (how the filter's fraction is rounded, what components that an element lacks are) read off
// an H200.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vgpu/exec/textures/texture.h"

namespace warpscope::exec {

/// Bits of four 32-bit components: floats, or integers for a texture that is read as such.
using Sample = std::array<std::uint32_t, 4>;

/// Coordinates of one lane; a `layer` beyond the last one, or below 0, is the last.
struct Coordinates {
  std::array<float, 3> at{};
  std::int32_t layer = 0;
};

/// `pixels`: the host's address of the image, all of whose span_bytes() can be read.
Sample sample(const Texture& texture, const std::byte* pixels, const Coordinates& coordinates);
/// The element at an index of linear memory; zeros outside.
Sample fetch(const Texture& texture, const std::byte* pixels, std::int32_t index);
/// Component `component` of the four elements that a linear filter would mix, in the order of tld4:
/// lower left, lower right, upper right, upper left (rows go down).
Sample gather(const Texture& texture, const std::byte* pixels, const Coordinates& coordinates,
              std::uint32_t component);

}  // namespace warpscope::exec
