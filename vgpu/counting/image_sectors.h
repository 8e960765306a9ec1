// How many 32-byte sectors an access to an image touches.
#pragma once

#include <cstdint>
#include <span>

#include "vgpu/counting/sectors.h"

namespace warpscope::exec {

/// One element of each lane.
struct ImageElements {
  std::uint32_t lanes;      ///< those whose element is in the image
  LaneAddresses addresses;  ///< of theirs
};

/// Distinct sectors of elements of `element_bytes`, which may cross a sector's end. At most eight
/// elements of each lane, as many as a filter mixes.
std::uint32_t count_image_sectors(std::span<const ImageElements> elements,
                                  std::uint32_t element_bytes);

}  // namespace warpscope::exec
