// Lanes of a warp as bits of a mask.
#pragma once

#include <bit>
#include <cstdint>

namespace warpscope::machine_code {

/// Calls `use` with each lane of a mask.
template <class Use>
void for_each_lane(std::uint32_t lanes, Use&& use) {
  for (; lanes != 0; lanes &= lanes - 1) use(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

}  // namespace warpscope::machine_code
