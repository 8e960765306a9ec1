// Loops whose end is settled when they begin.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// Blocks that all lead to each other, so that who has left does not come back, and the registers
/// that decide on the way through them: what branches ask for, and all that it is computed from
/// there. Nothing of that comes from memory, from other threads or from a clock. A thread that is
/// at the same instruction again with the same values in them never leaves.
struct ClosedLoop {
  std::vector<std::uint32_t> blocks;     ///< indices, ascending
  std::vector<std::uint32_t> registers;  ///< of the function, ascending
};

/// Of a kernel's entry function; `blocks` are the function's. Loops without a way out are
/// endless_blocks().
std::vector<ClosedLoop> closed_loops(const ptx::Function& function,
                                     const std::vector<FlowBlock>& blocks);

}  // namespace warpscope::exec
