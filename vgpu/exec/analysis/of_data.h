// Which instructions of a kernel handle what memory holds, and which only numbers that a program
// can write down.
#pragma once

#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// By instruction: true where it reads a register that may have something of memory, other than the
/// kernel's parameters, or where memory may decide whether it is executed. So a vote about lanes'
/// numbers is of no data, and one about what was loaded is. Shared and local memory into which a
/// function writes no data has none. All of a function that is called.
std::vector<bool> instructions_of_data(const ptx::Function& function,
                                       const std::vector<FlowBlock>& blocks);

}  // namespace warpscope::exec
