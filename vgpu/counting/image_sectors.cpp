#include "vgpu/counting/image_sectors.h"

#include <algorithm>
#include <array>
#include <bit>

#include "vgpu/counting/warp_size.h"

namespace warpscope::exec {

std::uint32_t count_image_sectors(std::span<const ImageElements> elements,
                                  std::uint32_t element_bytes) {
  constexpr std::uint64_t kSectorBytes = 32;
  constexpr std::size_t kMostElements = 8;
  std::array<std::uint64_t, kMostElements * 2 * kWarpSize> sectors;
  std::size_t size = 0;
  const auto add = [&](std::uint64_t sector) {
    // Neighbouring lanes mostly share one.
    if (size != 0 && sectors[size - 1] == sector) return;
    if (size < sectors.size()) sectors[size++] = sector;
  };
  for (const ImageElements& of_lanes : elements) {
    for (std::uint32_t rest = of_lanes.lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t first = of_lanes.addresses[std::countr_zero(rest)];
      add(first / kSectorBytes);
      add((first + element_bytes - 1) / kSectorBytes);
    }
  }
  std::sort(sectors.data(), sectors.data() + size);
  return static_cast<std::uint32_t>(std::unique(sectors.data(), sectors.data() + size) -
                                    sectors.data());
}

}  // namespace warpscope::exec
