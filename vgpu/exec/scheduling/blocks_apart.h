// Launches of which it is known before they run that their blocks do not meet in memory.
#pragma once

#include "vgpu/exec/machine/worker.h"

namespace warpscope::exec {

/// True when, with this launch's grid, parameters and allocations, no access of global memory can
/// leave its allocation or be misaligned, no block reads or overwrites what another one writes, and
/// `workers` of them have room for their warps. Then a team need not save what it overwrites: what
/// can still end the launch (its budget of instructions, a trap, an access of shared memory outside
/// the block's) comes at the same place when the blocks run again, whatever they have written.
bool are_blocks_apart(const LaunchContext& launch, std::uint32_t workers);

}  // namespace warpscope::exec
