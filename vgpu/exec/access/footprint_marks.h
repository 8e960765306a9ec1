// Marks what accesses read and write in the worker's footprint: an observer of accesses.
#pragma once

#include <bit>

#include "vgpu/counting/warp_size.h"
#include "vgpu/exec/access/access.h"

namespace warpscope::exec {

struct FootprintMarks {
  [[gnu::always_inline]] static bool take(WarpContext& /*context*/, const GlobalAccess& access) {
    if (access.parts.empty()) {
      mark_lanes(access, access.allocation, access.lanes);
    } else {
      for (const LanesOfAllocation& part : access.parts)
        mark_lanes(access, part.allocation, part.lanes);
    }
    return true;
  }
  [[gnu::always_inline]] static bool take(WarpContext& /*context*/,
                                          const ContiguousAccess& access) {
    const AccessCache& allocation = access.allocation;
    mark_bytes(access.is_store ? allocation.written_sectors : allocation.read_sectors,
               allocation.shift, access.offset + allocation.bias, access.bytes);
    return true;
  }
  static bool take(WarpContext& context, const RangeAccess& access);
  static bool take(WarpContext& context, const ImageAccess& access);

 private:
  [[gnu::always_inline]] static void mark_lanes(const GlobalAccess& access,
                                                const AccessCache& allocation,
                                                std::uint32_t lanes) {
    if (lanes == kFullMask && access.spread_bytes <= kNearBytes) {
      mark_near(access, allocation);
      return;
    }
    std::uint64_t* sectors = access.is_store ? allocation.written_sectors : allocation.read_sectors;
    const std::uint32_t shift = allocation.shift;
    const std::uint64_t element = element_bits(shift, access.size_bytes);
    const std::uint64_t origin = allocation.begin - allocation.bias;
    if (lanes == kFullMask) {
      alignas(64) std::uint64_t at[kWarpSize];
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
        at[lane] = (access.addresses[lane] - origin) >> shift;
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
        sectors[at[lane] >> 6] |= element << (at[lane] & 63);
      return;
    }
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
      mark_element(sectors, shift, access.addresses[std::countr_zero(rest)] - origin, element);
  }
  // Neighbouring lanes mostly share a word of the bitmap; gathering its bits first avoids waiting
  // for each update.
  [[gnu::always_inline]] static void mark_near(const GlobalAccess& access,
                                               const AccessCache& allocation) {
    std::uint64_t* sectors = access.is_store ? allocation.written_sectors : allocation.read_sectors;
    const std::uint32_t shift = allocation.shift;
    const std::uint64_t element = element_bits(shift, access.size_bytes);
    const std::uint64_t origin = allocation.begin - allocation.bias;
    std::uint64_t word = (access.addresses[0] - origin) >> shift >> 6, bits = 0;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const std::uint64_t at = (access.addresses[lane] - origin) >> shift;
      if (at >> 6 != word) {
        sectors[word] |= bits;
        word = at >> 6;
        bits = 0;
      }
      bits |= element << (at & 63);
    }
    sectors[word] |= bits;
  }
};

}  // namespace warpscope::exec
