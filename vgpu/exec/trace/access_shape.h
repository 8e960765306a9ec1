// What an access of all lanes to global memory adds to a trace, kept for the next one whose lanes
// lie as far from each other: loops mostly repeat it elsewhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vgpu/counting/hardware_sizes.h"
#include "vgpu/counting/warp_size.h"
#include "vgpu/exec/trace/record.h"

namespace warpscope::exec {

struct AccessShape {
  static constexpr std::size_t kMostRuns = 4;

  bool is_known = false;
  std::uint32_t kind = 0;        ///< how it is cut into requests, and whether it stores
  std::uint32_t bank_words = 0;  ///< TracedAccess::bank_words
  std::uint32_t run_count = 0;
  std::array<SectorRun, kMostRuns> runs;  ///< from the sector of lane 0's address
  std::uint64_t offset_bytes = 0;         ///< of that address in its sector
  bool is_at_any_offset = false;          ///< lanes are whole sectors apart, and go to one each
  std::array<std::uint64_t, kWarpSize> distances_bytes;  ///< from it

  /// Whether an access with these addresses of its lanes adds the same, further on.
  bool is_of(const std::uint64_t* addresses, std::uint32_t its_kind) const {
    if (!is_known || kind != its_kind) return false;
    if (!is_at_any_offset && addresses[0] % kSectorBytes != offset_bytes) return false;
    std::uint64_t different = 0;
    for (std::size_t i = 0; i < kWarpSize; ++i)
      different |= (addresses[i] - addresses[0]) ^ distances_bytes[i];
    return different == 0;
  }
};

}  // namespace warpscope::exec
