// Comparisons that every thread has passed that comes to an instruction.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// The register `lesser` is less than `greater`, or with `may_be_equal` not greater.
struct PassedComparison {
  std::uint32_t lesser = 0;
  ptx::Operand greater;
  bool may_be_equal = false;
};

/// Of integers, before instruction number `at`: of those branches of which only one side leads
/// there, and of the instruction's own guard. What `setp` says is followed through `not`, `and` and
/// `or`, where the result tells.
std::vector<PassedComparison> passed_comparisons(const ptx::Function& function,
                                                 const std::vector<FlowBlock>& blocks,
                                                 std::uint32_t at);

}  // namespace warpscope::exec
