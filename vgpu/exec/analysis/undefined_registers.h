// Which registers may hold what a shuffle takes from lanes that do not take part in it.
#pragma once

#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// By register: what shuffles set, and what is computed from it without going through memory. Empty
/// when the function has no shuffle.
std::vector<bool> undefined_registers(const ptx::Function& function);

/// False for an instruction whose results do not depend on what its registers hold, as far as
/// undefined_registers() follows: loads, calls, votes.
bool passes_values_on(const ptx::Instruction& instruction);

}  // namespace warpscope::exec
