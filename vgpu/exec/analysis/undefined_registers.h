// Which registers may hold what a shuffle takes from lanes that do not take part in it, or what
// nobody has set.
#pragma once

#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// By register: what shuffles set, what `unset` has (unset_registers(), or empty), and what is
/// computed from both without going through memory. Empty when the function has neither.
std::vector<bool> undefined_registers(const ptx::Function& function,
                                      const std::vector<bool>& unset = {});

/// False for an instruction whose results do not depend on what its registers hold, as far as
/// undefined_registers() follows: loads, calls, votes.
bool passes_values_on(const ptx::Instruction& instruction);

}  // namespace warpscope::exec
