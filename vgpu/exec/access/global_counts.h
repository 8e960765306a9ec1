// What an access to global memory adds to the counters (docs/counters.md, rules R1, R4 and R9).
#pragma once

#include <cstdint>

#include "vgpu/exec/access/sectors.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// Adds one access of `operation`, `size_bytes` per lane in `mask`, to the counters number
/// `counter`; an atomic on 2 bytes also to those of its load, number Operation::extra[2].
void count_global(WarpContext& context, std::uint32_t counter, const Operation& operation,
                  const LaneAddresses& addresses, std::uint32_t mask, std::uint32_t size_bytes);

}  // namespace warpscope::exec
