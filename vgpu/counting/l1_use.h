// How a load of global memory goes through the L1 cache.
#pragma once

#include <cstdint>

namespace warpscope::exec {

enum class L1Use : std::uint8_t {
  allocating,      ///< hits, and leaves what it missed behind
  not_allocating,  ///< hits, and leaves nothing behind
  bypassing,       ///< never hits, and drops the lines that it touches
};

}  // namespace warpscope::exec
