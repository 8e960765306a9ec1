// Numbers of the runtime's own events.
#pragma once

#include <cstdint>

namespace warpscope::device {

/// Events from this number on are marks at nodes of a graph: they cost the host nothing, and are
/// no waits of the program's.
inline constexpr std::uint32_t kFirstMark = 0x8000'0000;

}  // namespace warpscope::device
