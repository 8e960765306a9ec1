// Which elements of an image one fetch of a warp reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "vgpu/counting/image_sectors.h"
#include "vgpu/exec/textures/elements.h"

namespace warpscope::exec {

class TouchedElements {
 public:
  /// `address`: of the image; `mask`: the lanes that take part.
  TouchedElements(std::uint64_t address, std::uint32_t mask) : address_(address), mask_(mask) {}

  /// One element of each lane; those outside the image touch nothing. At most eight times, as many
  /// as a filter mixes; more are left out.
  void add(const LaneElements& elements);
  std::span<const ImageElements> elements() const { return {elements_.data(), size_}; }

 private:
  std::uint64_t address_;
  std::uint32_t mask_;
  std::size_t size_ = 0;
  std::array<ImageElements, 8> elements_;
};

}  // namespace warpscope::exec
