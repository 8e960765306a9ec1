// Of an access outside of an array: where its index comes from, and what was compared before it.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/exec/launch/index_use.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// Of instruction number `at` of a kernel, which reads or writes global memory. All is unknown
/// where the code does not tell: in functions that are called, say. `blocks` are the function's.
IndexUse index_use(const ptx::Function& function, const std::vector<FlowBlock>& blocks,
                   std::uint32_t at);

}  // namespace warpscope::exec
