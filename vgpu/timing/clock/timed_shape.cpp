#include "vgpu/timing/clock/timed_shape.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace warpscope::timing {

std::uint64_t first_sector_of(const exec::TouchedMemory& touched) {
  constexpr std::uint64_t kSectorBytes = 32, kWordSectors = 64, kKilobyteSectors = 32;
  std::optional<std::uint64_t> lowest;
  for (const auto& [id, part] : touched.parts) {
    const std::uint64_t begin = part.address / 64 * 64 / kSectorBytes;
    for (std::size_t i = 0; i < std::max(part.read.size(), part.written.size()); ++i) {
      const std::uint64_t bits = (i < part.read.size() ? part.read[i] : 0) |
                                 (i < part.written.size() ? part.written[i] : 0);
      if (bits == 0) continue;
      const std::uint64_t sector =
          begin + i * kWordSectors + static_cast<std::uint64_t>(std::countr_zero(bits));
      lowest = std::min(lowest.value_or(sector), sector);
      break;
    }
  }
  return lowest.value_or(0) / kKilobyteSectors * kKilobyteSectors;
}

}  // namespace warpscope::timing
