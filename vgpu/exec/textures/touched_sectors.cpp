#include "vgpu/exec/textures/touched_sectors.h"

#include <algorithm>
#include <bit>

namespace warpscope::exec {
namespace {

constexpr std::uint64_t kSectorBytes = 32;

}  // namespace

void TouchedSectors::add(const LaneElements& elements) {
  for (std::uint32_t rest = mask_; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    if (elements.is_outside[lane] != 0) continue;
    const std::uint64_t first = address_ + static_cast<std::uint64_t>(elements.offset[lane]);
    add(first / kSectorBytes);
    add((first + element_bytes_ - 1) / kSectorBytes);
  }
}

void TouchedSectors::add(std::uint64_t sector) {
  // Neighbouring lanes mostly share one.
  if (size_ != 0 && sectors_[size_ - 1] == sector) return;
  if (size_ < sectors_.size()) sectors_[size_++] = sector;
}

std::uint32_t TouchedSectors::count() {
  const auto begin = sectors_.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(size_);
  std::sort(begin, end);
  size_ = static_cast<std::size_t>(std::unique(begin, end) - begin);
  return static_cast<std::uint32_t>(size_);
}

}  // namespace warpscope::exec
