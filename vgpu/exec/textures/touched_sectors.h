// Which 32-byte sectors of an image one fetch of a warp touches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vgpu/exec/textures/elements.h"

namespace warpscope::exec {

class TouchedSectors {
 public:
  /// `address`: of the image; `mask`: the lanes that take part.
  TouchedSectors(std::uint64_t address, std::uint32_t element_bytes, std::uint32_t mask)
      : address_(address), element_bytes_(element_bytes), mask_(mask) {}

  /// One element of each lane; those outside the image touch nothing. At most eight times, as many
  /// as a filter mixes.
  void add(const LaneElements& elements);
  /// Distinct ones so far.
  std::uint32_t count();

 private:
  void add(std::uint64_t sector);

  std::uint64_t address_;
  std::uint32_t element_bytes_, mask_;
  /// An element that crosses a sector's end has two.
  std::array<std::uint64_t, std::size_t{8} * 2 * kWarpSize> sectors_{};
  std::size_t size_ = 0;
};

}  // namespace warpscope::exec
