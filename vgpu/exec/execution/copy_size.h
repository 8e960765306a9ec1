// How much memory a copy of a launch's blocks takes.
#pragma once

#include <cstdint>

#include "vgpu/exec/scheduling/in_order.h"

namespace warpscope::exec {

/// Bytes of registers, local and shared memory in it, which are nearly all of it.
std::uint64_t bytes_of(const InOrder::State& blocks);

}  // namespace warpscope::exec
