// Values of the 32 lanes of a warp while a texture is sampled.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vgpu/counting/warp_size.h"

namespace warpscope::exec {

/// Coordinates, indices, weights and sums are all doubles, which hold them exactly: so the loops
/// over lanes become vector instructions without conversions between widths.
struct alignas(64) LaneNumbers {
  std::array<double, kWarpSize> lane{};
  double& operator[](std::size_t i) { return lane[i]; }
  double operator[](std::size_t i) const { return lane[i]; }
};

struct alignas(64) LaneBits {
  std::array<std::uint32_t, kWarpSize> lane{};
  std::uint32_t& operator[](std::size_t i) { return lane[i]; }
  std::uint32_t operator[](std::size_t i) const { return lane[i]; }
};

}  // namespace warpscope::exec
