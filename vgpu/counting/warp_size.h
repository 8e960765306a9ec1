// How many lanes a warp has.
#pragma once

#include <cstdint>

namespace warpscope::exec {

inline constexpr std::uint32_t kWarpSize = 32;
/// The mask of all lanes of a warp.
inline constexpr std::uint32_t kFullMask = 0xffffffff;

}  // namespace warpscope::exec
