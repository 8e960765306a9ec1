#include "vgpu/exec/access/footprint_marks.h"

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

bool FootprintMarks::take(WarpContext& context, const RangeAccess& access) {
  if (access.allocation == nullptr || access.bytes == 0) return true;
  Footprint::Bitmaps& maps = context.block->footprint->of(*access.allocation);
  mark_bytes(access.is_store ? maps.written.data() : maps.read.data(), maps.shift,
             access.address - access.allocation->address + maps.bias, access.bytes);
  return true;
}

bool FootprintMarks::take(WarpContext& context, const ImageAccess& access) {
  Footprint& footprint = *context.block->footprint;
  if (!footprint.has_images() || access.allocation == nullptr) return true;
  if (access.image_bytes != 0) {
    footprint.mark_image(*access.allocation, access.image_offset, access.image_bytes);
    return true;
  }
  Footprint::Bitmaps& maps = footprint.of(*access.allocation);
  for (const ImageElements& of_lanes : access.elements) {
    for (std::uint32_t rest = of_lanes.lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t offset =
          of_lanes.addresses[std::countr_zero(rest)] - access.allocation->address;
      if (access.is_load) footprint.mark_image_part(maps, offset, access.size_bytes, false);
      if (access.is_store) footprint.mark_image_part(maps, offset, access.size_bytes, true);
    }
  }
  return true;
}

}  // namespace warpscope::exec
