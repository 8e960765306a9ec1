#include "vgpu/exec/textures/touched_elements.h"

namespace warpscope::exec {

void TouchedElements::add(const LaneElements& elements) {
  if (size_ == elements_.size()) return;
  ImageElements& added = elements_[size_++];
  added.lanes = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    added.lanes |= (elements.is_outside[lane] == 0 ? 1U : 0U) << lane;
    added.addresses[lane] = address_ + static_cast<std::uint64_t>(elements.offset[lane]);
  }
  added.lanes &= mask_;
}

}  // namespace warpscope::exec
