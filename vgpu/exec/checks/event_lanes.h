// What an access event says of its lanes.
#pragma once

#include <bit>
#include <cstdint>

#include "vgpu/exec/observation/access_event.h"

namespace warpscope::exec::checks {

inline constexpr std::uint32_t kWarpSize = 32;
inline constexpr std::uint32_t kFullMask = 0xffffffff;

/// All lanes access neighbouring places, in their order.
inline bool is_contiguous(const AccessEvent& event) {
  if (event.lanes != kFullMask) return false;
  std::uint64_t different = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    different |=
        event.addresses[lane] ^ (event.addresses[0] + std::uint64_t{lane} * event.size_bytes);
  return different == 0;
}

/// The first of `lanes`, of which there is one.
inline std::uint32_t first_lane(std::uint32_t lanes) {
  return static_cast<std::uint32_t>(std::countr_zero(lanes));
}

/// Of lanes that read one place two stand for all.
inline std::uint32_t lanes_to_look_at(const AccessEvent& event, bool has_apart) {
  if (has_apart || event.kind != AccessKind::read || std::popcount(event.lanes) < 3)
    return event.lanes;
  const auto last = 31 - static_cast<std::uint32_t>(std::countl_zero(event.lanes));
  return (event.lanes & (~event.lanes + 1)) | 1u << last;
}

/// Lanes access different places.
inline bool has_apart(const AccessEvent& event) {
  const std::uint64_t first = event.addresses[first_lane(event.lanes)];
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    if (event.addresses[first_lane(rest)] != first) return true;
  }
  return false;
}

}  // namespace warpscope::exec::checks
