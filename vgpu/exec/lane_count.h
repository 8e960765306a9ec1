// The number of lanes in a warp.
#pragma once

#include <cstdint>

namespace warpscope::exec {

inline constexpr std::uint32_t kLanes = 32;

}  // namespace warpscope::exec
