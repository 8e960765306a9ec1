// Reads components of an image's elements as its texture gives them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vgpu/exec/textures/lane_values.h"
#include "vgpu/exec/textures/texture.h"

namespace warpscope::exec {

/// Where every lane's element begins in the image, in bytes; 0 for a lane whose element is outside,
/// which `is_outside` says.
struct alignas(64) LaneElements {
  std::array<std::int64_t, kWarpSize> offset{};
  std::array<std::uint32_t, kWarpSize> is_outside{};  ///< 0 or all bits
};

/// The elements at these indices, which are whole numbers in the image or, on any axis, kBorder.
void find_elements(const Image& image, const LaneNumbers& x, const LaneNumbers& y,
                   const LaneNumbers& z, LaneElements& result);

/// Whether components are read as floats.
bool reads_floats(const Texture& texture);

/// The bits of a component; of one that the elements lack, 0, and outside the border's colour.
/// `pixels` as for sample().
void read_component(const Texture& texture, const std::byte* pixels, const LaneElements& elements,
                    std::uint32_t component, LaneBits& result);

}  // namespace warpscope::exec
