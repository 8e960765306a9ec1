// Which registers of a function anything reads, and which before they are set.
#pragma once

#include <vector>

#include "vgpu/exec/lowering/control_flow.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// By register: true when an instruction names it anywhere but as a destination. ptxas turns an
/// `atom` whose result is not read into a `red`.
std::vector<bool> read_registers(const ptx::Function& function);

/// By register: true when a thread may read it before it has set it, because on some way through
/// `blocks`, which are the function's, no unguarded instruction sets it first.
std::vector<bool> unset_registers(const ptx::Function& function,
                                  const std::vector<FlowBlock>& blocks);

}  // namespace warpscope::exec
