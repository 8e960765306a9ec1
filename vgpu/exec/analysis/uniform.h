// Which registers ptxas knows to hold one value for all lanes of a warp.
#pragma once

#include <vector>

#include "vgpu/exec/analysis/control_flow.h"

namespace warpscope::exec {

/// By register: true when it is computed from parameters, constants, special registers other than
/// the thread's and lane's numbers, loads at such addresses, votes and the like, and lanes that
/// part do not make it differ. Read off ptxas 13.0 for sm_90.
std::vector<bool> uniform_registers(const ptx::Function& function,
                                    const std::vector<FlowBlock>& blocks);

}  // namespace warpscope::exec
